/** The OpenAPI document as a page to read: plain HTML, no script, one style sheet of our own, so that it works under our policy. */

interface Parameter { name: string; in: string; required?: boolean; schema?: { type?: unknown; enum?: unknown[] }; description?: string }
interface Operation {
  summary?: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: unknown
  'x-authz'?: { subjects: string; flag?: string[]; tenant: string }
}
export interface OpenApiDocument { info: { title: string; version: string; description?: string }; paths?: Record<string, Record<string, Operation>> }

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: unknown) => String(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)

const SUBJECTS: Readonly<Record<string, string>> = { anyone: 'Anyone', user: 'Any signed-in user', admin: 'Administrators' }
const TENANTS: Readonly<Record<string, string>> = { none: 'no client data', self: 'the own account only', clients: 'only data of the own clients' }

export function openApiPage({ info, paths = {} }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
  const groups = [...Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? 'Other')].sort(([a], [b]) => a.localeCompare(b))
  const sections = groups.map(([tag, members]) => `<section id="${escape(tag.toLowerCase().replaceAll(/\W+/g, '-'))}"><h2>${escape(tag)}</h2>${members.map(operationBlock).join('')}</section>`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(info.title)} API ${escape(info.version)}</title>
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<main>
<h1>${escape(info.title)} API <small>${escape(info.version)}</small></h1>
<p>${escape(info.description ?? '')} The same as a document for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}
</main>
</body>
</html>
`
}

function operationBlock({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const { summary = '', description, parameters = [], 'x-authz': authz } = operation
  return `<article>
<h3><span class="method ${escape(method)}">${escape(method.toUpperCase())}</span> <code>${escape(path)}</code></h3>
<p>${escape(summary)}.${description === undefined ? '' : ` ${escape(description)}`}</p>
${authz === undefined ? '' : `<p class="authz">${escape(SUBJECTS[authz.subjects] ?? authz.subjects)}${authz.flag === undefined ? '' : ` with ${authz.flag.map((flag) => `<code>${escape(flag)}</code>`).join(' or ')}`}; ${escape(TENANTS[authz.tenant] ?? authz.tenant)}.</p>`}
${parameters.length === 0 ? '' : parameterTable(parameters)}
</article>`
}

function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(({ name, in: place, required, schema, description }) => {
    const shape = schema?.enum?.join(' | ') ?? schema?.type ?? ''
    return `<tr><th scope="row"><code>${escape(name)}</code></th><td>${escape(place)}${required === true ? ', required' : ''}</td><td>${escape(shape)}</td><td>${escape(description ?? '')}</td></tr>`
  })
  return `<table><thead><tr><th scope="col">Name</th><th scope="col">Where</th><th scope="col">Shape</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

export const PAGE_STYLE = `:root { color-scheme: light dark; --ink: #1c2430; --soft: #5a6675; --line: #d9dfe6; --paper: #ffffff; --raised: #f5f7f9; --accent: #0a6b5d }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf2; --soft: #a3afbd; --line: #34404e; --paper: #141a21; --raised: #1c242d; --accent: #5fd0bd } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 Inter, system-ui, sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem }
h1 small { color: var(--soft); font-size: 1rem; font-weight: 400 }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem }
h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere }
article { background: var(--raised); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: 1rem 0 }
article p { margin: .5rem 0 }
a, .method { color: var(--accent) }
.method { font-weight: 700 }
.authz { color: var(--soft) }
code { font: .9em ui-monospace, monospace }
table { border-collapse: collapse; width: 100%; font-size: .875rem; display: block; overflow-x: auto }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-top: 1px solid var(--line) }
th { font-weight: 600 }
`
