"""Crawls all hosts of a list of seeds with Scrapy and keeps nothing.

    http_proxy=URL scrapy runspider spider.py -a seeds=FILE
"""

import scrapy


class Spider(scrapy.Spider):
    name = "bench"
    custom_settings = {
        "ROBOTSTXT_OBEY": True,
        "CONCURRENT_REQUESTS": 32,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 32,
        "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue",
        "TELNETCONSOLE_ENABLED": False,
        "COOKIES_ENABLED": False,
        "RETRY_ENABLED": False,
        "LOG_LEVEL": "ERROR",
    }

    def __init__(self, seeds, **kwargs):
        super().__init__(**kwargs)
        with open(seeds) as f:
            self.start_urls = f.read().split()

    def parse(self, response):
        if not isinstance(response, scrapy.http.HtmlResponse):
            return
        for href in response.xpath("//a/@href").getall():
            url = response.urljoin(href).partition("#")[0]
            if url.startswith("http"):
                yield scrapy.Request(url)
