/** The style of a page: plain, readable, light or dark as the reader prefers. */
export const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 20%, transparent); }
body { font: 1rem/1.6 system-ui, sans-serif; margin: 0; overflow-wrap: anywhere; }
main { max-width: 52rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; border-bottom: 2px solid var(--line); margin-top: 3rem; }
h2, h3, h4, h5, h6 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
:is(h2, h3, h4, h5):has(> a[id]) { margin-top: 2rem; border-top: 1px solid var(--line); padding-top: .5rem; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); border-radius: .4rem; font-size: .85rem; line-height: 1.45; }
pre, code { font-family: ui-monospace, monospace; }
pre > code { overflow-wrap: normal; }
details { border: 1px solid var(--line); border-radius: .4rem; margin: .5rem 0; padding: .25rem .75rem; }
summary { cursor: pointer; }
table { border-collapse: collapse; display: block; overflow-x: auto; overflow-wrap: normal; }
th, td { border: 1px solid var(--line); padding: .25rem .5rem; }
blockquote { margin: 0; padding-left: 1rem; border-left: 3px solid var(--line); }
:target { outline: 3px solid Highlight; }
.ansi-bold { font-weight: bold; } .ansi-dim { opacity: .7; } .ansi-italic { font-style: italic; } .ansi-underline { text-decoration: underline; }
.ansi-strikethrough { text-decoration: line-through; }
.ansi-red, .ansi-bright-red { color: light-dark(#b3261e, #ff8a80); } .ansi-green, .ansi-bright-green { color: light-dark(#146c2e, #7bd88f); }
.ansi-yellow, .ansi-bright-yellow { color: light-dark(#7a5900, #f2cc60); } .ansi-blue, .ansi-bright-blue { color: light-dark(#0b57d0, #8ab4f8); }
.ansi-magenta, .ansi-bright-magenta { color: light-dark(#8e24aa, #e1a5f0); } .ansi-cyan, .ansi-bright-cyan { color: light-dark(#006a6a, #6dd5d5); }
.ansi-bright-black { opacity: .7; } [class*="ansi-on-"] { background: color-mix(in srgb, currentColor 15%, transparent); }
`;
