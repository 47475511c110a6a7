/** An editor on sample data: real widgets, real steps, sources that answer at once. */
import { LANGUAGES } from '#domain/languages'
import { resolvePeriods } from '#domain/periods'
import { fromJson, fromRows } from '#domain/frame-build'
import type { Clock, DashboardServices } from '#engine'
import type { SourceDefinition } from '#engine/types'
import { isFrameJson } from '#schemas/generated/data/frame.ts'
import { UiProvider, useUi } from '#ui'
import { guardedWidgets as widgets } from '#widgets/guarded'
import { useMemo } from 'react'
import { translator } from '../../../../../.storybook/texts.ts'
import { firstText } from '../../../../../widgets/lib/test-support/first-text.ts'
import { optionSchemas } from '../../../../../widgets/option-schemas.ts'
import { createLocalCompute } from '../../../../../workers/local-compute.ts'
import { EditPage } from '../../edit-page.tsx'
import type { DraftPort } from '../../model/drafts.ts'
import type { EditPageProps, EditPorts, Opened, WidgetExample } from '../../ports.ts'

type Texts = { readonly [key: string]: string | Texts }
const texts = import.meta.glob<Texts>('../../../../../widgets/*/i18n/*.json', { import: 'default', eager: true })
const examples = import.meta.glob<WidgetExample>('../../../../../widgets/*/example.json', { import: 'default' })
const path = (type: string, file: string) => `../../../../../widgets/${type}/${file}`

const own = (type: string, locale: string, key: string) =>
  firstText(key, texts[path(type, `i18n/${locale}.json`)], texts[path('lib', `i18n/${locale}.json`)])

const browserClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
const STORES = ['Gran Vía', 'Serrano', 'Colón', 'Larios', 'Sierpes', 'Uría', 'Getafe']

/** Sources that answer with the example of a widget type. */
async function sourcesOf(
  compute: ReturnType<typeof createLocalCompute>,
): Promise<ReadonlyMap<string, SourceDefinition>> {
  const json: unknown = structuredClone((await examples[path('bar-chart', 'example.json')]?.())?.frames.rows)
  if (!isFrameJson(json)) throw new Error('example.json: rows is no frame')
  const rows = fromJson(json)
  const clients = fromRows(
    [
      { id: 'id', type: 'int', role: 'dim', unit: 'id' },
      { id: 'name', type: 'text', role: 'dim' },
    ],
    [
      [1, 'Alpina'],
      [2, 'Nubia'],
    ],
  )
  const stores = fromRows(
    [
      { id: 'id', type: 'int', role: 'dim', unit: 'id' },
      { id: 'name', type: 'text', role: 'dim' },
    ],
    STORES.map((name, at) => [11 + at, name]),
  )
  const source = (name: string, args: SourceDefinition['args'], frame: typeof rows): SourceDefinition => ({
    name,
    args,
    columns: frame.columns,
    timeoutMs: 1000,
    lane: 'widget',
    load: () => compute.adopt(frame),
  })
  return new Map(
    [
      source('clients.list', {}, clients),
      source('locals.byClient', { client: { type: 'id', required: true } }, stores),
      source('compare.main', { client: { type: 'id', required: true }, locals: { type: 'ids', required: true } }, rows),
    ].map((one) => [one.name, one]),
  )
}

/** Ports for a language; made once per story. */
export async function stagePorts(locale: string): Promise<EditPorts> {
  const compute = createLocalCompute()
  const t = translator(locale)
  const app = (key: string, params?: Record<string, string | number>) => t(key.replace(':', '.'), params)
  const services: DashboardServices = {
    controls: {},
    widgetText:
      (type) =>
      (key, params = {}) =>
        own(type, locale, key)?.replace(/\{\{\s*(\w+)\s*\}\}/g, (_all, name: string) => String(params[name] ?? '')) ??
        app(key, params),
    issueText: ({ message, params, text }) => {
      const said = app(`issues:${message}`, { ...params })
      return said.startsWith('[') ? text : said
    },
    exportCsv: () => Promise.resolve(),
    savePng: () => undefined,
  }
  return {
    context: { widgets, sources: await sourcesOf(compute) },
    clock: browserClock,
    compute,
    services,
    live: { random: () => 0.5, user: { id: 'ana', admin: true }, locale, today: () => '2026-11-16', resolvePeriods },
    names: (type) => Object.fromEntries(LANGUAGES.map((language) => [language, own(type, language, 'name') ?? type])),
    usual: (key) =>
      Object.fromEntries(LANGUAGES.map((language) => [language, translator(language)(`editor.usual.${key}`)])),
    example: (type) => examples[path(type, 'example.json')]?.() ?? Promise.resolve(null),
    optionSchemas: optionSchemas as EditPorts['optionSchemas'],
    errorText: (cause) => String(cause),
    flagName: (flag) => flag,
  }
}

const filters = {
  params: {
    client: {
      type: 'single',
      label: 'Marca',
      options: { query: 'clients', value: 'id', label: 'name', names: 'client' },
      default: { pick: 'first' },
    },
    locals: {
      type: 'multi',
      label: 'Tiendas',
      options: { query: 'stores', value: 'id', label: 'name', names: 'local' },
      default: { pick: 'all' },
    },
  },
  queries: {
    clients: { source: 'clients.list' },
    stores: { source: 'locals.byClient', args: { client: '$client' } },
    main: { source: 'compare.main', args: { client: '$client', locals: '$locals' } },
  },
}
const KINDS = [
  ['bar-chart', { category: 'local', measures: ['ins'] }],
  ['data-table', {}],
  ['share-chart', {}],
  ['bar-chart', { category: 'local', measures: ['visits'] }],
] as const

/** A document with so many widgets on twelve columns. */
export function sampleDocument(count: number): Record<string, unknown> {
  const ids = Array.from({ length: count }, (_, at) => `w${at + 1}`)
  return {
    format: 1,
    _id: 'sample',
    revision: 1,
    name: 'Tráfico por tienda',
    i18n: {},
    ...filters,
    widgets: Object.fromEntries(
      ids.map((id, at) => {
        const [type, options] = KINDS[at % KINDS.length] ?? KINDS[0]
        return [id, { type, v: 1, title: `Panel ${at + 1}`, data: { rows: { query: 'main' } }, options }]
      }),
    ),
    layout: {
      sections: [
        { id: 'filters', params: ['client', 'locals'], sticky: true },
        { id: 'main', title: 'Por tienda', requires: ['client', 'locals'], widgets: ids },
      ],
    },
    grids: {
      large: Object.fromEntries(ids.map((id, at) => [id, { x: (at % 3) * 4, y: Math.floor(at / 3) * 6, w: 4, h: 6 }])),
    },
  }
}

export interface StageProps extends Pick<EditPageProps, 'beat' | 'conflict'> {
  ports: EditPorts
  opened: Opened
  draft?: DraftPort
  onPublish?: (mine: string) => void
  /** Texts whose parts throw while they are drawn. */
  broken?: ReadonlySet<string>
}

export function Stage({ ports, opened, draft, onPublish, broken, beat, conflict }: StageProps) {
  const { t, locale, theme } = useUi()
  const dotted = useMemo(
    () => (key: string, params?: Record<string, string | number>) => {
      if (broken?.has(key) === true) throw new Error(`${key} throws`)
      return t(key.replace(':', '.'), params)
    },
    [t, broken],
  )
  return (
    <UiProvider t={dotted} locale={locale} theme={theme}>
      <EditPage
        ports={ports}
        opened={opened}
        product="Aforo"
        backTo="/list"
        {...(draft && { draft })}
        {...(beat && { beat })}
        conflict={conflict}
        publish={({ mine, revision, onPublished, onClose }) => (
          <button
            type="button"
            onClick={() => {
              onPublish?.(mine)
              onPublished(revision + 1, mine)
              onClose()
            }}
          >
            Publish it
          </button>
        )}
      />
    </UiProvider>
  )
}
