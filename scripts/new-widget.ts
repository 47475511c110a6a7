/**
 * `npm run new:widget -- my-widget "My widget"`: a widget folder that already passes every contract test: a table of
 * one measure by one dimension. Then change the model and the view; nothing outside the folder needs an edit.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { LANGUAGES, type Language } from '../src/domain/languages.ts'

const root = resolve(import.meta.dirname, '..')

type Words = Readonly<Record<'ins' | 'nothing' | 'rows' | 'digits' | 'description', string>>
const WORDS: Partial<Record<Language, Words>> & Readonly<Record<'en', Words>> = {
  es: {
    ins: 'Entradas',
    nothing: 'No hay datos.',
    rows: '{{count}} días, {{total}} entradas.',
    digits: 'Mostrar los vacíos',
    description: 'Las entradas de cada día.',
  },
  en: {
    ins: 'Ins',
    nothing: 'There are no data.',
    rows: '{{count}} days, {{total}} ins.',
    digits: 'Show empty days',
    description: 'The ins of each day.',
  },
  pt: {
    ins: 'Entradas',
    nothing: 'Não há dados.',
    rows: '{{count}} dias, {{total}} entradas.',
    digits: 'Mostrar os vazios',
    description: 'As entradas de cada dia.',
  },
  cs: {
    ins: 'Vstupy',
    nothing: 'Žádná data.',
    rows: 'Dny: {{count}}, vstupy: {{total}}.',
    digits: 'Zobrazit prázdné dny',
    description: 'Vstupy v jednotlivých dnech.',
  },
  ca: {
    ins: 'Entrades',
    nothing: 'No hi ha dades.',
    rows: '{{count}} dies, {{total}} entrades.',
    digits: 'Mostra els buits',
    description: 'Les entrades de cada dia.',
  },
  it: {
    ins: 'Ingressi',
    nothing: 'Nessun dato.',
    rows: '{{count}} giorni, {{total}} ingressi.',
    digits: 'Mostra i vuoti',
    description: 'Gli ingressi di ogni giorno.',
  },
}

const pascal = (type: string) =>
  type.replace(/(^|-)([a-z0-9])/g, (_match, _dash, letter: string) => letter.toUpperCase())

/** The arithmetic, and its test. */
const modelFiles = (options: string): Record<string, string> => ({
  'model.ts': `/** The ins of each day, as one row a day. */
import { cellOf, columnIndex } from '#domain/frame-build'
import type { Project } from '#engine/types'
import type { ${options} } from './generated/options.ts'

export const project: Project<${options}> = (options, { rows }, { t }) => {
  const columns = [
    { id: 'day', label: t('day'), format: 'day' as const, role: 'dim' as const },
    { id: 'ins', label: t('ins'), format: 'count' as const, role: 'measure' as const, metric: 'ins' },
  ]
  if (rows === undefined || rows.rows === 0) return { columns, rows: [], category: 'day', summary: t('nothing') }
  const [day, ins] = [columnIndex(rows, 'day'), columnIndex(rows, 'ins')]
  const cells = Array.from({ length: rows.rows }, (_, row) => [cellOf(rows, day, row), cellOf(rows, ins, row)])
  const shown = options.showEmpty ? cells : cells.filter(([, value]) => value !== null)
  const total = shown.reduce((sum, [, value]) => sum + Number(value ?? 0), 0)
  return { columns, rows: shown, category: 'day', summary: t('rows', { count: shown.length, total }) }
}
`,
  'model.test.ts': `import { fromJson } from '#domain/frame-build'
import { isFrameJson } from '#schemas/generated/data/frame.ts'
import { expect, test } from 'vitest'
import example from './example.json' with { type: 'json' }
import { project } from './model.ts'

const json: unknown = structuredClone(example.frames.rows)
if (!isFrameJson(json)) throw new Error('example.json holds no frame')
const rows = fromJson(json)
const context = { locale: 'en', t: (key: string) => key, params: {}, labels: {} }

test('each day is one row, and a day that was not reported is no zero', () => {
  expect(project({ showEmpty: true }, { rows }, context).rows).toEqual([[20410, 120], [20411, null], [20412, 98]])
})

test('days that were not reported can be left out', () => {
  expect(project({ showEmpty: false }, { rows }, context).rows).toEqual([[20410, 120], [20412, 98]])
})
`,
})

function filesOf(type: string, name: string): Record<string, string> {
  const options = `${pascal(type)}Options`
  return {
    'index.ts': `import { defineWidget } from '#engine/types'
import type { ${options} } from './generated/options.ts'

export default defineWidget<${options}>({
  type: '${type}',
  category: 'table',
  icon: 'table',
  data: { rows: { required: true, columns: { day: 'dim', ins: 'measure' } } },
  sizes: { default: [6, 6], min: [3, 4] },
  migrations: [],
  load: () => import('./view.tsx'),
})
`,
    'options.schema.json': `${JSON.stringify(
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        title: options,
        description: WORDS.en.description,
        type: 'object',
        additionalProperties: false,
        properties: {
          showEmpty: {
            type: 'boolean',
            default: true,
            description: 'Shows days that were not reported, as a dash.',
            'x-ui': { control: 'switch', group: 'look', order: 1 },
          },
        },
      },
      null,
      2,
    )}\n`,
    ...modelFiles(options),
    'view.tsx': `/** Draws the projection as a table. */
import { ProjectionTable, type WidgetViewProps } from '#engine'
import type { ${options} } from './generated/options.ts'

export { project } from './model.ts'

export default function ${pascal(type)}({ projection, size, context }: WidgetViewProps<${options}>) {
  return <ProjectionTable projection={projection} label={context.t('name')} maxHeight={size.height} />
}
`,
    'example.json': `${JSON.stringify(
      {
        options: {},
        frames: {
          rows: {
            columns: [
              { id: 'day', type: 'day', role: 'dim' },
              { id: 'ins', type: 'int', role: 'measure', unit: 'count' },
            ],
            data: [
              [20410, 20411, 20412],
              [120, null, 98],
            ],
            rows: 3,
          },
        },
      },
      null,
      2,
    )}\n`,
    'view.stories.tsx': `import { storiesFor } from '../lib/stories.tsx'
import definition from './index.ts'
import example from './example.json'

const { meta, stories } = storiesFor(definition, example)
export default { ...meta, title: 'Widgets/${type}' }

export const Ready = stories.Ready
`,
    ...Object.fromEntries(
      LANGUAGES.map((language) => {
        const { digits, ...words } = WORDS[language] ?? WORDS.en
        return [
          `i18n/${language}.json`,
          `${JSON.stringify({ name, ...words, options: { showEmpty: { label: digits } } }, null, 2)}\n`,
        ]
      }),
    ),
  }
}

/**
 * Writes the folder; refuses a name that is taken or invalid. Returns the files written, relative to the repository.
 */
export async function newWidget(
  type: string,
  name: string,
  widgetsFolder: string = join(root, 'widgets'),
): Promise<string[]> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(type))
    throw new Error(
      `WIDGET_NAME_INVALID: "${type}" is no folder name; expected lower-case words joined by dashes, for example ` +
        'foot-count.',
    )
  const folders = await readdir(widgetsFolder).catch(() => [])
  if ((folders as string[]).includes(type))
    throw new Error(`WIDGET_NAME_TAKEN: widgets/${type} is there already; choose another name.`)
  const files = filesOf(type, name)
  for (const [path, text] of Object.entries(files)) {
    const file = join(widgetsFolder, type, path)
    await mkdir(join(file, '..'), { recursive: true })
    await writeFile(file, text)
  }
  return Object.keys(files).map((path) => `widgets/${type}/${path}`)
}

if (import.meta.main) {
  const [type = '', name = type] = process.argv.slice(2)
  try {
    const files = await newWidget(type, name)
    console.log(
      `${files.join('\n')}\n\nNow: npm run schemas -- ${type}, then npm run contract -- ${type}, then npm run ` +
        'storybook. docs/write-a-widget.md goes on from here.',
    )
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : String(cause))
    process.exit(1)
  }
}
