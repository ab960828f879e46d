/// How a report looks: on light and dark screens, wide and narrow, and on paper.
enum ReportStyle {
  /// What the page may load: nothing but this sheet, which is named by its SHA-256 (`.ci/check-report` tells it anew).
  static let policy: StaticString =
    "default-src 'none'; style-src 'sha256-ybEsrwWUwIf4ajNL+wR9ZebNzH4POe3NDHQRSeGRdT4='; base-uri 'none'; form-action 'none'"

  /// Text has a contrast of 4.5 or more on both of its grounds, what is drawn of 3 or more.
  static let sheet: StaticString = """
    :root{color-scheme:light dark;--paper:#fdfcf9;--wash:#f3f0e9;--ink:#24211c;--quiet:#645e54;\
    --accent:#12665f;--mark:#1f8078;--line:#8a8479;--rule:#ded8cc}
    @media screen and (prefers-color-scheme:dark){:root{--paper:#171614;--wash:#22201d;--ink:#e9e4da;\
    --quiet:#aaa397;--accent:#7fd1c7;--mark:#4fb3a8;--line:#7d766b;--rule:#3b3731}}
    *{box-sizing:border-box}
    html{background:var(--paper);-webkit-text-size-adjust:100%}
    body{margin:0 auto;padding:3rem 1.25rem 4rem;max-width:46rem;color:var(--ink);\
    font:1.0625rem/1.6 Charter,"Bitstream Charter","Sitka Text",Cambria,"Noto Serif","DejaVu Serif",serif}
    h1,h2,h3,h4,h5,h6,.tiles,table,figure,nav,summary,.legend,.fields,.note,footer{\
    font-family:ui-sans-serif,system-ui,"Segoe UI","Helvetica Neue","Noto Sans","DejaVu Sans",sans-serif}
    h1,h2,h3,h4,h5,h6{line-height:1.25;margin:0;overflow-wrap:anywhere}
    h1{font-size:2.1rem;letter-spacing:-.02em}
    h2{font-size:1.35rem;margin:3rem 0 1rem;padding-top:.75rem;border-top:2px solid var(--ink)}
    h3{font-size:1.05rem;margin:2rem 0 .5rem}
    h4,h5,h6{font-size:1rem;margin:1.25rem 0 .25rem}
    p,ul,ol,pre,blockquote{margin:.6em 0;overflow-wrap:anywhere}
    a{color:var(--accent)}
    b{font-weight:inherit;color:var(--accent)}
    hr{border:0;border-top:1px solid var(--line);margin:1.25em 30%}
    pre,code{font:.9em/1.45 ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
    pre{background:var(--wash);padding:.75em 1em;border-radius:.4em;white-space:pre-wrap}
    code{background:var(--wash);padding:.1em .3em;border-radius:.25em}
    blockquote{margin-left:0;padding-left:1em;border-left:3px solid var(--line)}
    li>p{margin:0}
    li>p+p{margin-top:.5em}
    .task{list-style:none;margin-left:-1.2em}
    .task>p:first-of-type{display:inline}
    .quiet,.note,footer,th,figcaption,summary,dt{color:var(--quiet)}
    .note{margin:.4rem 0 0}
    .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.75rem;margin:1.75rem 0 1rem}
    .tiles div{background:var(--wash);border-radius:.6rem;padding:.8rem 1rem}
    .tiles dt{font-size:.8125rem}
    .tiles dd{margin:0;font-size:1.5rem;font-weight:600;line-height:1.3;font-variant-numeric:tabular-nums}
    .tiles small{display:block;font-size:.8125rem;font-weight:400;color:var(--quiet)}
    .scroll{overflow-x:auto}
    table{border-collapse:collapse;font-size:.875rem;line-height:1.35;font-variant-numeric:tabular-nums}
    th,td{padding:.35rem .9rem .35rem 0;text-align:left;vertical-align:top;font-weight:400}
    thead th{border-bottom:1px solid var(--line)}
    tbody tr+tr>*{border-top:1px solid var(--rule)}
    tbody th{color:var(--ink)}
    td.n,th.n{text-align:right;white-space:nowrap}
    .bars{width:100%;table-layout:fixed}
    .bars th{overflow-wrap:anywhere}
    .bars .n{width:4.75rem}
    .bars td:last-child{width:45%;padding-right:0;vertical-align:middle}
    .bars svg{display:block;width:100%;height:.7rem}
    figure{margin:0}
    figcaption,summary{font-size:.8125rem}
    details{margin:.5rem 0 0}
    summary{cursor:pointer}
    .plot{display:grid;margin-top:1rem;grid-template-columns:auto 1fr;column-gap:.6rem;font-size:.75rem;color:var(--quiet);\
    font-variant-numeric:tabular-nums}
    .plot svg{display:block;width:100%;height:10rem;overflow:visible}
    .y{display:flex;flex-direction:column;justify-content:space-between;height:11rem;margin:-.5rem 0;\
    line-height:1rem;text-align:right}
    .x{grid-column:2;display:flex;justify-content:space-between;margin-top:.4rem}
    .x span:only-child{margin:auto}
    path,rect{fill:var(--mark)}
    .grid,.curve,.dots{fill:none;vector-effect:non-scaling-stroke}
    .grid{stroke:var(--line);stroke-width:.5px}
    .curve{stroke:var(--mark);stroke-width:1.5px;stroke-linejoin:round;stroke-linecap:round}
    .dots{stroke:var(--mark);stroke-width:5px;stroke-linecap:round}
    .none{fill:var(--line)}
    .months{display:grid;grid-template-columns:repeat(auto-fill,minmax(6.25rem,1fr));gap:1rem 1.25rem;margin:.5rem 0 1.25rem}
    .months figcaption{display:flex;justify-content:space-between;margin-bottom:.3rem}
    .months svg{display:block;width:100%}
    .legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:0;padding:0;list-style:none;font-size:.8125rem;\
    color:var(--quiet)}
    .legend svg{width:1rem;height:1rem;vertical-align:-.2rem;margin-right:.3rem}
    nav ul{columns:2 14rem;padding-left:1.2em;font-size:.9375rem}
    article{margin:0 0 2.25rem;overflow-wrap:anywhere}
    article h3{font-size:1.05rem;margin:2.25rem 0 .3rem}
    article time{color:var(--quiet);font-weight:400;font-variant-numeric:tabular-nums;margin-right:.5em}
    .fields{display:flex;flex-wrap:wrap;gap:.3rem .5rem;margin:.4rem 0 .7rem;font-size:.875rem}
    .fields div{background:var(--wash);border-radius:1em;padding:.1rem .7rem;overflow-wrap:anywhere}
    .fields dt,.fields dd{display:inline;margin:0;unicode-bidi:isolate;white-space:pre-line}
    footer{margin-top:4rem;font-size:.8125rem}
    @media (max-width:30rem){.bars .n{width:3.75rem}.bars td:last-child{width:18%}}
    @media screen{article{content-visibility:auto;contain-intrinsic-size:auto 12rem;overflow-x:auto}}
    @page{margin:18mm 17mm 20mm}
    @media print{:root{--paper:#fff}body{max-width:none;padding:0;font-size:10.5pt;line-height:1.45}
    details,nav{display:none}
    .scroll{overflow:visible}
    table{width:100%;font-size:8pt}
    td,th,td.n,th.n{white-space:normal;overflow-wrap:anywhere;padding-right:.5rem}
    article a[href*=":"]:not(.url)::after{content:" (" attr(href) ")"}
    h1,h2,h3,h4,h5,h6,.fields,dt{break-after:avoid}
    article,figure,tr,.tiles,pre{break-inside:avoid}
    .fields div,.tiles div{border:1px solid var(--line)}
    p,li{orphans:3;widows:3}}
    """
}
