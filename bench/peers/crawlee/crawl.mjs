// Crawls all hosts of a list of seeds with Crawlee's CheerioCrawler and keeps nothing.
//
//   node crawl.mjs ADDRESS SEEDS
//
// Every host name leads to ADDRESS (host:port), directly and not through a proxy.
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { CheerioCrawler, Configuration, log } from '@crawlee/cheerio';

const [address, seeds] = process.argv.slice(2);
const [host, port] = address.split(':');
Agent.prototype.createConnection = () => connect(Number(port), host);

log.setLevel(log.LEVELS.ERROR);
const crawler = new CheerioCrawler(
    {
        minConcurrency: 32,
        maxConcurrency: 32,
        respectRobotsTxtFile: true,
        maxRequestRetries: 0,
        useSessionPool: false,
        additionalMimeTypes: ['application/pdf'],
        requestHandler: async ({ enqueueLinks, contentType }) => {
            if (contentType.type === 'text/html') await enqueueLinks({ strategy: 'all' });
        },
    },
    new Configuration({ persistStorage: false, availableMemoryRatio: 0.8 }),
);
await crawler.run(readFileSync(seeds, 'utf8').split(/\s+/).filter(Boolean));
