package chart

// Style is the CSS of all charts. It defines the variables --chart-… for light and dark themes and for paper.
const Style = `
:root{--chart-ink:#1c2430;--chart-muted:#56606e;--chart-grid:#dde2e9;--chart-axis:#8a94a3;--chart-ground:#ffffff;
--chart-1:#1f5f99;--chart-2:#c8701a;--chart-3:#4d8b57;--chart-4:#8b3a62;--chart-5:#6b6fb5;--chart-6:#7a6a4f}
@media (prefers-color-scheme:dark){:root{--chart-ink:#e8ecf2;--chart-muted:#a9b3c1;--chart-grid:#343c48;--chart-axis:#76808f;--chart-ground:#14181e;
--chart-1:#4f93d6;--chart-2:#f7b965;--chart-3:#7fc48a;--chart-4:#d98bb4;--chart-5:#a9adf0;--chart-6:#c9b48c}}
@media print{:root{--chart-ink:#000000;--chart-muted:#3c434d;--chart-grid:#d0d5dc;--chart-axis:#6b7480;--chart-ground:#ffffff;
--chart-1:#1f5f99;--chart-2:#c8701a;--chart-3:#4d8b57;--chart-4:#8b3a62;--chart-5:#6b6fb5;--chart-6:#7a6a4f}}
.chart{font:13px/1.3 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;max-width:100%;height:auto;overflow:visible}
.chart text{fill:var(--chart-ink);unicode-bidi:isolate;direction:ltr;white-space:pre}
.chart text.muted{fill:var(--chart-muted)}
.chart .ground{fill:var(--chart-ground)}
.chart .grid{stroke:var(--chart-grid);stroke-width:1;fill:none}
.chart .axis{stroke:var(--chart-axis);stroke-width:1;fill:none}
.chart .pattern{display:none}
.chart .hatch{stroke:var(--chart-ground);stroke-width:1.4;fill:none}
.chart .s1{fill:var(--chart-1)}.chart .s2{fill:var(--chart-2)}.chart .s3{fill:var(--chart-3)}
.chart .s4{fill:var(--chart-4)}.chart .s5{fill:var(--chart-5)}.chart .s6{fill:var(--chart-6)}
.chart .area{opacity:.16;stroke:none}
.chart .l1{stroke:var(--chart-1)}.chart .l2{stroke:var(--chart-2);stroke-dasharray:7 3}.chart .l3{stroke:var(--chart-3);stroke-dasharray:2 3}
.chart .l4{stroke:var(--chart-4);stroke-dasharray:10 3 2 3}.chart .l5{stroke:var(--chart-5);stroke-dasharray:4 4}.chart .l6{stroke:var(--chart-6);stroke-dasharray:12 4}
.chart .line{fill:none;stroke-width:2;stroke-linejoin:round}
@media print{.chart .pattern{display:inline}.chart{break-inside:avoid;-webkit-print-color-adjust:exact;print-color-adjust:exact}}
`
