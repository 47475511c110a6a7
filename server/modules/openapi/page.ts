/**
 * The OpenAPI document as a page to read and to try: HTML with one style sheet and one script of our own, so that it
 * works under our policy.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exampleOf, shapeWords } from './shape.ts'
import type { Schema, Schemas } from './shape.ts'

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: Schema
  description?: string
}
interface Content {
  content?: Record<string, { schema?: Schema }>
  description?: string
  required?: boolean
}
interface Operation {
  summary?: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: Content
  responses?: Record<string, Content>
  'x-authz'?: { subjects: string; flag?: string[]; tenant: string; screens?: string | string[]; programs?: string }
}
export interface OpenApiDocument {
  info: { title: string; version: string; description?: string }
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Schemas }
}
interface Call {
  path: string
  method: string
  operation: Operation
}

const JSON_TYPE = 'application/json'
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: unknown) => String(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
const idOf = (text: string) => text.toLowerCase().replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '')
/** As it is, for `a/b` and `a-b` are two addresses. */
const callId = ({ method, path }: Call) => escape(`${method}:${path}`)

const SUBJECTS: Readonly<Record<string, string>> = {
  anyone: 'Anyone',
  user: 'Any signed-in user',
  admin: 'Administrators',
  device: 'The key of a device',
  screen: 'A screen',
}
const TENANTS: Readonly<Record<string, string>> = {
  none: 'no client data',
  self: 'the own account only',
  clients: 'only data of the own clients',
}

export const PAGE_SCRIPT = readFileSync(join(import.meta.dirname, 'page-script.js'), 'utf8')

export function openApiPage({ info, paths = {}, components = {} }: OpenApiDocument): string {
  const schemas = components.schemas ?? {}
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ path, method, operation })),
  )
  const groups = [...Map.groupBy(calls, ({ operation }) => operation.tags?.[0] ?? 'Other')].sort(([a], [b]) =>
    a.localeCompare(b),
  )
  const sections = groups.map(
    ([tag, members]) =>
      `<section id="${idOf(tag)}" ` +
      `data-group><h2>${escape(tag)}</h2>${members.map((call) => callBlock(call, tag, schemas)).join('')}</section>`,
  )
  const shapes = Object.entries(schemas).toSorted(([a], [b]) => a.localeCompare(b))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(info.title)} API ${escape(info.version)}</title>
<link rel="stylesheet" href="/api/docs/style.css">
<script type="module" src="/api/docs/script.js"></script>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<div class="page">
<nav aria-label="Groups">
<p class="find" data-needs-script><label for="search">Search calls</label><input id="search" type="search" autocomplete="off"><span id="count" role="status"></span></p>
<ul>${groups.map(([tag, members]) => `<li><a href="#${idOf(tag)}">${escape(tag)} <small>${members.length}</small></a></li>`).join('')}<li><a href="#shapes">Shapes <small>${shapes.length}</small></a></li></ul>
</nav>
<main id="calls">
<h1>${escape(info.title)} API <small>${escape(info.version)}</small></h1>
<p>${escape(info.description ?? '')} The same as a document for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<p class="token" data-needs-script><label for="token">Token for the requests of this page</label><input id="token" type="password" autocomplete="off" spellcheck="false"><button id="use-session" type="button">Use my session</button><span id="token-said" role="status"></span></p>
${sections.join('\n')}
<section id="shapes"><h2>Shapes</h2>${shapes.map(([name, schema]) => shapeBlock(name, schema, schemas)).join('')}</section>
</main>
</div>
</body>
</html>
`
}

function callBlock(call: Call, tag: string, schemas: Schemas): string {
  const { path, method, operation } = call
  const { summary = '', description, parameters = [], requestBody, responses = {}, 'x-authz': authz } = operation
  const words = `${method} ${path} ${summary} ${tag}`.toLowerCase()
  return `<details id="${callId(call)}" data-find="${escape(words)}">
<summary><span class="method ${escape(method)}">${escape(method.toUpperCase())}</span> <code>${escape(path)}</code> <span class="what">${escape(summary)}</span></summary>
${description === undefined ? '' : `<p>${escape(description)}</p>`}
${authz === undefined ? '' : `<p class="authz">${escape(SUBJECTS[authz.subjects] ?? authz.subjects)}${authz.flag === undefined ? '' : ` with ${authz.flag.map((flag) => `<code>${escape(flag)}</code>`).join(' or ')}`}; ${escape(TENANTS[authz.tenant] ?? authz.tenant)}${authz.screens === undefined ? '' : '; also a screen that shows it'}${authz.programs === undefined ? '' : `; also an API token that ${escape(authz.programs)}s`}.</p>`}
${parameters.length === 0 ? '' : `<h4>Parameters</h4>${parameterTable(parameters)}`}
${requestBody === undefined ? '' : `<h4>Body</h4>${contentBlock(requestBody, schemas)}`}
<h4>Answers</h4>${answerTable(responses)}${exampleAnswer(responses, schemas)}
${tryForm(call, schemas)}
</details>`
}

const shapeText = (schema: Schema | undefined): string =>
  shapeWords(schema)
    .map(({ text, schema: name }) =>
      name === undefined ? escape(text) : `<a href="#shape-${idOf(name)}">${escape(text)}</a>`,
    )
    .join('')

const exampleText = (schema: Schema, schemas: Schemas) => JSON.stringify(exampleOf(schema, schemas), null, 2)

const exampleBlock = (of: string, schema: Schema, schemas: Schemas) =>
  `<pre tabindex="0" aria-label="Example of ${of}">${escape(exampleText(schema, schemas))}</pre>`

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = ([first = '', ...rest]: readonly string[]) =>
    `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  const head = heads.map((one) => `<th scope="col">${escape(one)}</th>`).join('')
  return (
    `<div class="wide" tabindex="0" role="group" aria-label="${escape(heads.join(', '))}">` +
    `<table><thead><tr>${head}</tr></thead><tbody>${rows.map(cells).join('')}</tbody></table></div>`
  )
}

const parameterTable = (parameters: readonly Parameter[]): string =>
  table(
    ['Name', 'Where', 'Shape', 'Meaning'],
    parameters.map(({ name, in: place, required, schema, description }) => [
      `<code>${escape(name)}</code>`,
      `${escape(place)}${required === true ? ', required' : ''}`,
      shapeText(schema),
      escape(description ?? schema?.description ?? ''),
    ]),
  )

function contentBlock({ content = {}, required }: Content, schemas: Schemas): string {
  return Object.entries(content)
    .map(
      ([type, { schema }]) =>
        `<p><code>${escape(type)}</code>${required === true ? ', required' : ''}: ` +
        `${shapeText(schema)}</p>${fieldTable(schema)}` +
        (schema !== undefined && type === JSON_TYPE ? exampleBlock('the body', schema, schemas) : ''),
    )
    .join('')
}

function fieldTable(schema: Schema | undefined): string {
  const fields = Object.entries(schema?.properties ?? {})
  const required = new Set(schema?.required)
  return fields.length === 0
    ? ''
    : table(
        ['Field', 'Shape', 'Meaning'],
        fields.map(([name, one]) => [
          `<code>${escape(name)}</code>${required.has(name) ? ', required' : ''}`,
          shapeText(one),
          escape(one.description ?? ''),
        ]),
      )
}

const answerTable = (responses: Record<string, Content>): string =>
  table(
    ['Status', 'Type', 'Shape', 'Meaning'],
    Object.entries(responses).flatMap(([status, { content, description = '' }]) => {
      const kinds = Object.entries(content ?? {})
      return kinds.length === 0
        ? [[escape(status), '', '', escape(description)]]
        : kinds.map(([type, { schema }]) => [escape(status), escape(type), shapeText(schema), escape(description)])
    }),
  )

function exampleAnswer(responses: Record<string, Content>, schemas: Schemas): string {
  const schema = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content?.[JSON_TYPE]?.schema
  return schema === undefined ? '' : exampleBlock('an answer', schema, schemas)
}

/** Bodies that are no JSON are sent by programs, not from here. */
function tryForm(call: Call, schemas: Schemas): string {
  const {
    path,
    method,
    operation: { parameters = [], requestBody },
  } = call
  const body = requestBody?.content?.[JSON_TYPE]?.schema
  if (requestBody !== undefined && body === undefined) return ''
  const id = callId(call)
  const fields = parameters
    .filter(({ in: place, name }) => place !== 'cookie' && name !== 'access_token')
    .map(
      ({ name, in: place, required }) =>
        `<p><label for="${id}-${idOf(name)}">${escape(name)}${required === true ? ' (required)' : ''}</label><input ` +
        `id="${id}-${idOf(name)}" name="${escape(name)}" ` +
        `data-in="${escape(place)}"${required === true ? ' required' : ''}></p>`,
    )
  return `<form data-path="${escape(path)}" data-method="${escape(method.toUpperCase())}" data-needs-script>
<h4>Try it</h4>
${fields.join('')}
${body === undefined ? '' : `<p><label for="${id}-body">Body</label><textarea id="${id}-body" rows="8" spellcheck="false">${escape(exampleText(body, schemas))}</textarea></p>`}
<p class="send"><button aria-label="Send ${escape(method.toUpperCase())} ${escape(path)}">Send</button> <span>${method === 'get' ? 'Asks this server.' : 'Changes what is stored on this server.'}</span></p>
<p role="status" data-status></p><pre tabindex="0" data-answer aria-label="Answer" hidden></pre>
</form>`
}

function shapeBlock(name: string, schema: Schema, schemas: Schemas): string {
  return (
    `<details id="shape-${idOf(name)}"><summary><code>${escape(name)}</code> ` +
    `<span class="what">${escape(schema.description ?? '')}</span></summary>` +
    (fieldTable(schema) || `<p>${shapeText(schema)}</p>`) +
    `${exampleBlock(escape(name), schema, schemas)}</details>`
  )
}
