/**
 * The page of the API, from a small document: what it shows of each call, and that no part of the document becomes
 * markup.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openApiPage } from './page.ts'
import { PAGE_STYLE } from './page-style.ts'
import type { OpenApiDocument } from './page.ts'

type Calls = NonNullable<OpenApiDocument['paths']>

const page = (paths: Calls, more: Partial<OpenApiDocument> = {}) =>
  openApiPage({ info: { title: 'Doors', version: '1.2.3' }, paths, ...more })

/** The part of the page between the tags of an element with this id. */
function blockOf(html: string, id: string): string {
  const start = html.indexOf(`id="${id}"`)
  if (start < 0) throw new Error(`${id} is not on the page.`)
  return html.slice(start, html.indexOf('</details>', start))
}

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '').trim()

/** The rows of a table under a heading, cell by cell. */
function rowsUnder(html: string, heading: string): string[][] {
  const table = html.split(`<h4>${heading}</h4>`)[1]?.split('</table>')[0] ?? ''
  return Array.from(table.matchAll(/<tr>(.*?)<\/tr>/gs), ([, row = '']) =>
    Array.from(row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs), ([, cell = '']) => textOf(cell)),
  )
}

const call = (operation: Calls[string][string], method = 'get') =>
  blockOf(
    page({ '/api/x': { [method]: operation } }, { components: { schemas: { Local: { type: 'object' } } } }),
    `${method}:/api/x`,
  )

describe('the page of the API', () => {
  test('has the product, its version and what it is about, or nothing where that is not said', () => {
    const html = page({}, { info: { title: 'Doors', version: '1.2.3', description: 'Counts of doors.' } })
    expect(html).toContain('<title>Doors API 1.2.3</title>')
    expect(html).toContain('<h1>Doors API <small>1.2.3</small></h1>')
    expect(html).toContain('<p>Counts of doors. The same as a document for programs:')
    expect(page({})).toContain('<p> The same as a document')
  })

  test('lists the groups by name with how many calls each has, and the shapes by name', () => {
    const html = page(
      {
        '/b': { get: { tags: ['Locals'] }, put: { tags: ['Locals'] } },
        '/a': { get: { tags: ['Alert rules'] } },
        '/c': { get: {} },
      },
      { components: { schemas: { Zone: { type: 'object' }, Area: { type: 'string' } } } },
    )
    expect(
      Array.from(html.matchAll(/<li><a href="#([^"]+)">(.*?)<\/a>/g), ([, id, text = '']) => [id, textOf(text)]),
    ).toEqual([
      ['alert-rules', 'Alert rules 1'],
      ['locals', 'Locals 2'],
      ['other', 'Other 1'],
      ['shapes', 'Shapes 2'],
    ])
    expect(
      Array.from(html.matchAll(/<section id="([^"]+)" data-group><h2>([^<]+)/g), ([, id, name]) => [id, name]),
    ).toEqual([
      ['alert-rules', 'Alert rules'],
      ['locals', 'Locals'],
      ['other', 'Other'],
    ])
    expect(html.indexOf('id="shape-area"')).toBeLessThan(html.indexOf('id="shape-zone"'))
    const locals = html.split('<section id="locals"')[1]?.split('</section>')[0] ?? ''
    expect(Array.from(locals.matchAll(/<details id="([^"]+)"/g), ([, id]) => id)).toEqual(['get:/b', 'put:/b'])
  })

  test('of a document without calls and shapes says so by being empty', () => {
    const html = openApiPage({ info: { title: 'Doors', version: '1' } })
    expect(html).toContain('<a href="#shapes">Shapes <small>0</small></a>')
    expect(html).not.toContain('<details')
  })
})

describe('a call', () => {
  test('has its method, address and summary, and is found by these and its group in small letters', () => {
    const operation = { summary: 'Change a Local', description: 'All of it.', tags: ['Places'] }
    const html = page({ '/api/Locals/{id}': { put: operation } })
    const block = blockOf(html, 'put:/api/Locals/{id}')
    expect(block).toContain('data-find="put /api/locals/{id} change a local places"')
    expect(textOf(block.split('</summary>')[0]?.split('<summary>')[1] ?? '')).toBe(
      'PUT /api/Locals/{id} Change a Local',
    )
    expect(block).toContain('<span class="method put">')
    expect(block).toContain('<p>All of it.</p>')
    expect(call({})).not.toMatch(/<p>[^<]*<\/p>\s*<h4>Answers/)
    expect(call({})).toContain('<span class="what"></span>')
  })

  test('says in words who may call it, with which rights, over whose data, and whether a screen may', () => {
    const said = (authz: Calls[string][string]['x-authz']) =>
      /<p class="authz">.*?<\/p>/.exec(call({ ...(authz !== undefined && { 'x-authz': authz }) }))?.[0]
    expect(said(undefined)).toBe(undefined)
    const words = (authz: NonNullable<Calls[string][string]['x-authz']>) => textOf(said(authz) ?? '')
    expect(words({ subjects: 'anyone', tenant: 'none' })).toBe('Anyone; no client data.')
    expect(words({ subjects: 'user', tenant: 'self' })).toBe('Any signed-in user; the own account only.')
    expect(
      words({ subjects: 'user', flag: ['canAlerts', 'canDownload'], tenant: 'clients', screens: 'compare.ins' }),
    ).toBe(
      'Any signed-in user with canAlerts or canDownload; only data of the own clients; also a screen that shows it.',
    )
    expect(words({ subjects: 'admin', tenant: 'none' })).toBe('Administrators; no client data.')
    expect(words({ subjects: 'device', tenant: 'none' })).toBe('The key of a device; no client data.')
    expect(words({ subjects: 'screen', tenant: 'none' })).toBe('A screen; no client data.')
    expect(words({ subjects: 'ghosts', tenant: 'elsewhere' })).toBe('ghosts; elsewhere.')
  })

  test('has a table of its parameters: name, where, shape and meaning, which may be in the shape', () => {
    const block = call({
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, description: 'Of the local' },
        { name: 'local', in: 'query', schema: { $ref: '#/components/schemas/Local', description: 'Said there' } },
        { name: 'bare', in: 'query', required: false },
      ],
    })
    expect(rowsUnder(block, 'Parameters')).toEqual([
      ['Name', 'Where', 'Shape', 'Meaning'],
      ['id', 'path, required', 'integer', 'Of the local'],
      ['local', 'query', 'Local', 'Said there'],
      ['bare', 'query', '', ''],
    ])
    expect(block).toContain('aria-label="Name, Where, Shape, Meaning"')
    expect(block).toContain('<a href="#shape-local">Local</a>')
    expect(call({})).not.toContain('<h4>Parameters</h4>')
  })

  test('has its body with the fields, which are required, and an example where it is JSON', () => {
    const schema = {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', description: 'As people say it' }, count: { type: 'integer' } },
    }
    const json = call({ requestBody: { required: true, content: { 'application/json': { schema } } } }, 'post')
    expect(json).toContain('<h4>Body</h4><p><code>application/json</code>, required: object</p>')
    expect(rowsUnder(json, 'Body')).toEqual([
      ['Field', 'Shape', 'Meaning'],
      ['name, required', 'string', 'As people say it'],
      ['count', 'integer', ''],
    ])
    expect(json).toContain(
      '<pre tabindex="0" aria-label="Example of the body">{\n  &quot;name&quot;: &quot;text&quot;,\n' +
        '  &quot;count&quot;: 1\n}</pre>',
    )
    const csv = call({ requestBody: { content: { 'text/csv': { schema: { type: 'string' } } } } }, 'post')
    expect(csv).toContain('<h4>Body</h4><p><code>text/csv</code>: string</p>')
    expect(csv).not.toContain('Example of the body')
    expect(call({ requestBody: { content: { 'application/json': {} } } })).not.toContain('Example of the body')
    expect(call({ requestBody: {} })).toContain('<h4>Body</h4>\n')
    expect(call({})).not.toContain('<h4>Body</h4>')
  })

  test('has a row for each type of each answer, and an example of the first that is a success', () => {
    const block = call({
      responses: {
        404: { description: 'Not there', content: { 'application/json': { schema: { type: 'integer' } } } },
        200: {
          description: 'The rows',
          content: { 'application/json': { schema: { type: 'boolean' } }, 'text/csv': { schema: { type: 'string' } } },
        },
        204: {},
      },
    })
    expect(rowsUnder(block, 'Answers')).toEqual([
      ['Status', 'Type', 'Shape', 'Meaning'],
      ['200', 'application/json', 'boolean', 'The rows'],
      ['200', 'text/csv', 'string', 'The rows'],
      ['204', '', '', ''],
      ['404', 'application/json', 'integer', 'Not there'],
    ])
    expect(block).toContain('<pre tabindex="0" aria-label="Example of an answer">true</pre>')
    const none = (status: number, content: object) =>
      expect(call({ responses: { [status]: { content: { ...content } } } })).not.toContain('Example of an answer')
    none(204, {})
    none(200, { 'text/csv': {} })
    none(404, { 'application/json': { schema: { type: 'integer' } } })
  })

  test('has a form with a field for each parameter of the address, and the body as an example to change', () => {
    const block = call(
      {
        parameters: [
          { name: 'id', in: 'path', required: true },
          { name: 'sort by', in: 'query' },
          { name: 'access_token', in: 'header' },
          { name: 'browser', in: 'cookie' },
        ],
        requestBody: { content: { 'application/json': { schema: { type: 'integer' } } } },
      },
      'put',
    )
    expect(block).toContain('<form data-path="/api/x" data-method="PUT" data-needs-script>')
    expect(
      Array.from(block.matchAll(/<label for="([^"]*)">([^<]*)<\/label>\s*(<\w+[^>]*>)/g), ([, ...parts]) => parts),
    ).toEqual([
      ['put:/api/x-id', 'id (required)', '<input id="put:/api/x-id" name="id" data-in="path" required>'],
      ['put:/api/x-sort-by', 'sort by', '<input id="put:/api/x-sort-by" name="sort by" data-in="query">'],
      ['put:/api/x-body', 'Body', '<textarea id="put:/api/x-body" rows="8" spellcheck="false">'],
    ])
    expect(block).toContain('spellcheck="false">1</textarea>')
    expect(block).toContain(
      '<button aria-label="Send PUT /api/x">Send</button> <span>Changes what is stored on this server.</span>',
    )
    expect(call({})).toContain('<button aria-label="Send GET /api/x">Send</button> <span>Asks this server.</span>')
    expect(call({})).not.toContain('<textarea')
  })

  test('whose body is no JSON is not sent from the page', () => {
    expect(call({ requestBody: { content: { 'text/csv': { schema: { type: 'string' } } } } }, 'post')).not.toContain(
      '<form',
    )
  })
})

describe('a shape', () => {
  const shape = (schema: object) =>
    blockOf(page({}, { components: { schemas: { 'Day Row': schema } } }), 'shape-day-row')

  test('has its name, what it is, its fields and an example', () => {
    const block = shape({
      type: 'object',
      description: 'One day',
      required: ['day'],
      properties: { day: { type: 'string', format: 'date' } },
    })
    expect(block).toContain('<summary><code>Day Row</code> <span class="what">One day</span></summary>')
    expect(block).toContain('<th scope="row"><code>day</code>, required</th><td>date</td><td></td>')
    expect(block).toContain(
      '<pre tabindex="0" aria-label="Example of Day Row">{\n  &quot;day&quot;: &quot;2026-11-16&quot;\n}</pre>',
    )
  })

  test('without fields says what it is in a word', () => {
    expect(shape({ enum: ['a', 'b'] })).toContain(
      '<span class="what"></span></summary><p>&quot;a&quot; | &quot;b&quot;</p>',
    )
  })
})

test('the text of a document is text on the page, never markup', () => {
  const evil = `<b>&"'</b>`
  const html = page(
    {
      [evil]: {
        get: {
          summary: evil,
          description: evil,
          tags: [evil],
          parameters: [
            {
              name: evil,
              in: evil,
              description: evil,
              schema: { enum: [evil] },
            },
          ],
          requestBody: {
            content: {
              'application/json': {
                schema: { default: evil, properties: { [evil]: { description: evil } } },
              },
            },
          },
          responses: { 200: { description: evil, content: { [evil]: {} } } },
          'x-authz': { subjects: evil, flag: [evil], tenant: evil },
        },
      },
    },
    {
      info: { title: evil, version: evil, description: evil },
      components: { schemas: { [evil]: { description: evil } } },
    },
  )
  expect(html).not.toContain('<b>')
  expect(html).toContain('&lt;b&gt;&amp;&quot;&#39;&lt;/b&gt;')
})

describe('the style of the page', () => {
  /** The declarations of the first `:root` of a sheet, with the brand of a host that sets none. */
  const roles = (sheet: string): Record<string, string> => {
    const root = sheet.split(':root')[1]?.split('}')[0] ?? ''
    const declared = Object.fromEntries(
      Array.from(root.matchAll(/^\s*(--[\w-]+):\s*(.*);$/gm), ([, name = '', value = '']) => [name, value]),
    )
    const written = (value: string): string =>
      value.replaceAll(/var\((--[\w-]+)(?:, ([^()]*))?\)/g, (_, name: string, fallback?: string) =>
        written(declared[name] ?? fallback ?? ''),
      )
    return Object.fromEntries(Object.entries(declared).map(([name, value]) => [name, written(value)]))
  }
  const product = roles(readFileSync(new URL('../../../src/ui/tokens.css', import.meta.url), 'utf8'))
  const own = roles(PAGE_STYLE)

  test('has the roles of the product with the same values, light and dark', () => {
    expect(Object.keys(own)).toEqual(expect.arrayContaining(['--surface', '--text', '--accent', '--focus']))
    expect(own).toEqual(Object.fromEntries(Object.keys(own).map((name) => [name, product[name]])))
  })

  test('names no colour besides its roles, and uses no role that it lacks', () => {
    const rules = PAGE_STYLE.slice(PAGE_STYLE.indexOf('}'))
    expect(rules.match(/#[\da-f]{3,8}\b|rgb\(/g)).toBeNull()
    const used = Array.from(rules.matchAll(/var\((--[\w-]+)\)/g), ([, name = '']) => name)
    expect(used.filter((name) => !Object.hasOwn(own, name))).toEqual([])
  })
})
