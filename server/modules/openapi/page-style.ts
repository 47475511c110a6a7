/** The roles and values of src/ui/tokens.css, which the server does not import; page.test.ts compares them. */
export const PAGE_STYLE = `:root {
color-scheme: light dark;
--surface: light-dark(#f6f7f6, #0e1110);
--raised: light-dark(#ffffff, #161a18);
--hover: light-dark(#f0f2f0, #202624);
--line: light-dark(#e0e4e1, #2a302d);
--line-strong: light-dark(#868f8a, #6d7772);
--text: light-dark(#141816, #ecefed);
--muted: light-dark(#505954, #a7b1ac);
--accent: light-dark(#0b7a53, #43c08d);
--on-accent: light-dark(#ffffff, #05241a);
--focus: light-dark(#1257c9, #8ab8ff);
--radius: 6px;
--mono: ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace;
}
* { box-sizing: border-box }
body { margin: 0; background: var(--surface); color: var(--text); font: 0.9375rem/1.5 Inter, system-ui, sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; min-width: 0 }
.page { display: grid; grid-template-columns: 15rem minmax(0, 1fr) }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 2rem 1rem; border-right: 1px solid var(--line) }
nav ul { list-style: none; margin: 0; padding: 0 }
nav a { display: flex; justify-content: space-between; gap: .5rem; padding: .25rem .5rem; border-radius: var(--radius); color: inherit; text-decoration: none }
nav a:hover { background: var(--hover) }
.skip { position: absolute; left: -99rem }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--raised) }
:root:not([data-script]) [data-needs-script] { display: none }
[hidden] { display: none !important }
h1 small, nav small { color: var(--muted); font-weight: 400 }
h1 small { font-size: .8125rem }
h1 { margin: 0 0 .5rem; font-size: 1.25rem; font-weight: 640 }
h2 { margin-top: 2rem; font-size: 1rem; font-weight: 640; border-bottom: 1px solid var(--line); padding-bottom: .25rem }
h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere }
h4 { margin: 1rem 0 .25rem; font-size: .8125rem; color: var(--muted) }
article, details { background: var(--raised); border: 1px solid var(--line); border-radius: var(--radius); padding: 1rem; margin: 1rem 0 }
details { padding: 0 1rem; margin: .5rem 0; scroll-margin-top: 1rem }
details[open] { padding-bottom: 1rem }
summary { padding: .625rem 0; cursor: pointer; overflow-wrap: anywhere }
article h2 { margin: 0; border: 0; padding: 0 }
article p { margin: .25rem 0; color: var(--muted) }
article pre { max-height: none; white-space: pre-wrap; overflow-wrap: anywhere }
details p { margin: .5rem 0 }
a, .method { color: var(--accent) }
.method { display: inline-block; min-width: 3.5rem; font-weight: 700 }
.authz, .what, .send span, [role=status] { color: var(--muted) }
code, pre, textarea { font: .8125rem/1.5 var(--mono) }
pre { max-height: 24rem; overflow: auto; margin: .5rem 0; padding: .75rem; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius) }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: .8125rem }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-top: 1px solid var(--line) }
th { font-weight: 600 }
td:last-child { min-width: 12rem }
form { margin-top: 1rem; border-top: 1px solid var(--line) }
label { display: block; font-size: .8125rem; font-weight: 600 }
input, textarea { width: 100%; max-width: 30rem; min-height: 2rem; padding: .25rem .625rem; color: inherit; background: var(--raised); border: 1px solid var(--line-strong); border-radius: var(--radius); font-size: 1rem }
textarea { max-width: none; font-size: .8125rem }
button { min-height: 2rem; padding: .25rem .75rem; border: 0; border-radius: var(--radius); background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer }
.token { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center }
.token label { flex-basis: 100% }
.token input { flex: 1 1 12rem }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
@media (width < 52rem) { .page { display: block } nav { position: static; max-height: none; border-right: 0; border-bottom: 1px solid var(--line); padding: 1rem } nav ul { display: flex; flex-wrap: wrap; gap: .25rem } main { padding-top: 1rem } }
`
