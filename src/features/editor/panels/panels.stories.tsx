import { LANGUAGES } from '#domain/languages'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useMemo } from 'react'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { translator } from '../../../../.storybook/texts.ts'
import { optionSchemas } from '../../../../widgets/option-schemas.ts'
import { createSources } from '#sources'
import { useUi } from '#ui'
import { guardedWidgets as widgets } from '#widgets/guarded'
import { createLocalCompute } from '#workers/local-compute'
import type { Issue } from '#engine'
import { createEditor } from '../model/store.ts'
import { EditorContext } from '../model/use-editor.tsx'
import { Panel } from './panel.tsx'
import { firstText } from '../../../../widgets/lib/test-support/first-text.ts'
import { PanelContext, type PanelPorts } from './ports.tsx'
import type { Local } from '#schemas/generated/entities/local.ts'

const meta = { title: 'Editor/Panels', parameters: { layout: 'fullscreen', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const texts = import.meta.glob<Record<string, unknown>>('../../../../widgets/*/i18n/*.json', {
  import: 'default',
  eager: true,
})
const widgetText =
  (locale: string): PanelPorts['widgetText'] =>
  (type) =>
  (key) =>
    firstText(key, ...[type, 'lib'].map((folder) => texts[`../../../../widgets/${folder}/i18n/${locale}.json`])) ?? key

const NAMES = [
  'Gran Vía',
  'Passeig de Gràcia',
  'Colón',
  'Larios',
  'Sierpes',
  'Uría',
  'Outlet Getafe',
  'Almacén central',
]
const local = (name: string, at: number) =>
  ({
    id: 101 + at,
    name,
    code: `ES-${at + 1}`,
    client: 7,
    type: 'store',
    enabled: at !== 5,
    timeZone: 'Europe/Madrid',
    additionalInformation: at === 7 ? { hideFootCompare: true } : {},
    geo: { lat: 40 + at, lng: -3 },
    nodes: [],
    areas: [],
  }) as unknown as Local
const never = () => new Promise<never>(() => undefined)

const DOCUMENT = {
  format: 1,
  _id: 'stores',
  revision: 3,
  name: 't:title',
  access: 'footCompare',
  apply: 'auto',
  i18n: {
    es: { title: 'Tiendas de un vistazo' },
    en: { title: 'Stores at a glance' },
    pt: { title: 'Lojas num relance' },
    cs: { title: 'Prodejny v kostce' },
    ca: { title: "Botigues d'un cop d'ull" },
  },
  params: {
    client: {
      type: 'single',
      label: 'Marca',
      options: { query: 'clients', value: 'id', label: 'name' },
      default: { pick: 'onlyOption' },
      url: { key: 'client', shape: 'id' },
    },
    locals: {
      type: 'multi',
      label: 'Tiendas',
      options: { query: 'stores', value: 'id', label: 'name' },
      default: { pick: 'all' },
    },
    periods: { type: 'periodPair', label: 'Periodos', default: { preset: 'thisWeekVsPrevious' } },
  },
  queries: {
    clients: { source: 'clients.list' },
    stores: {
      source: 'locals.byClient',
      args: { client: '$client' },
      transform: [
        { op: 'filter', where: { hideFootCompare: { ne: true }, enabled: { eq: true } } },
        { op: 'sort', by: [{ column: 'name' }] },
        { op: 'aggregate', by: ['type'], measures: { most: { fn: 'max', of: 'floors' } } },
      ],
    },
    main: {
      source: 'compare.mainExtended',
      args: {
        client: '$client',
        locals: '$locals',
        p1Start: '$periods.comparing.begin',
        p1End: '$periods.comparing.end',
      },
    },
  },
  widgets: {
    trend: {
      type: 'time-series',
      title: 'Entradas',
      data: { rows: { query: 'main' } },
      emits: { pickDay: { set: 'periods.comparing.begin', to: '$event.day' } },
      options: {
        measures: [
          { measure: 'ins', mark: 'area' },
          { measure: 'captureRate', axis: 'right' },
        ],
        thresholds: [{ value: 400, word: 'Objetivo', tone: 'good' }],
        legend: 'always',
      },
      show: { when: { param: 'locals', count: { gt: 1 } } },
    },
  },
  layout: {
    sections: [
      {
        id: 'top',
        params: ['client', 'locals', 'periods'],
        requires: ['client', 'locals', 'periods', 'from'],
        sticky: true,
        widgets: ['trend'],
        declares: { from: { type: 'number', label: 'Desde la hora', default: 9 } },
      },
    ],
  },
  grids: { large: { trend: { x: 0, y: 0, w: 12, h: 7 } } },
}

const COST = { rows: 168, maxRows: 250_000, hours: 336, ms: 12 }

/** The editor of a document with one thing selected; `silent`: no source ever answers. */
function staged(selected?: string, silent = false, document: object = DOCUMENT) {
  const compute = createLocalCompute()
  const sources = createSources({
    frame: never,
    clients: silent ? never : async () => [{ id: 7, name: 'Aforo Moda', type: 'retail' } as never],
    locals: silent ? never : async () => NAMES.map(local),
    activeLocals: never,
    campaigns: never,
    cost: (query) => Promise.resolve({ ...COST, fits: query.by !== 'local,day,hour' }),
    open: compute.open,
    adopt: compute.adopt,
  })
  const editor = createEditor({
    text: JSON.stringify(document, null, 2),
    revision: 3,
    context: { widgets, sources },
    clock: { now: () => 0, after: () => () => undefined },
  })
  if (selected !== undefined) editor.select([selected])
  return { editor, compute }
}

function Stage({ editor, compute }: ReturnType<typeof staged>) {
  const { locale } = useUi()
  const ports = useMemo((): PanelPorts => {
    const t = translator(locale)
    return {
      compute,
      optionSchemas: optionSchemas as PanelPorts['optionSchemas'],
      widgetText: widgetText(locale),
      values: (param) => ({ client: 7, locals: [101, 102] })[param],
      issueText: ({ message, params, text }: Issue) => {
        const words = t(`issues:${message}`, { ...params })
        return words.startsWith('[') ? text : words
      },
      usual: (key) =>
        Object.fromEntries(LANGUAGES.map((language) => [language, translator(language)(`editor.usual.${key}`)])),
      flagName: (flag) => flag,
      errorText: (cause) => {
        const {
          code = '',
          message,
          details,
        } = cause as { code?: string; message: string; details?: Record<string, string | number> }
        const words = t(`errors:${code}`, { ...details })
        return words.startsWith('[') ? message : words
      },
    }
  }, [locale, compute])
  return (
    <EditorContext value={editor}>
      <PanelContext value={ports}>
        <div style={{ maxWidth: 360 }}>
          <Panel />
        </div>
      </PanelContext>
    </EditorContext>
  )
}

/** A story, and how its document looks by now. */
function story(selected?: string, silent = false, document: object = DOCUMENT) {
  let made: ReturnType<typeof staged> | undefined
  const plain: Story = {
    beforeEach: () => {
      made = staged(selected, silent, document)
    },
    render: () => (made === undefined ? <></> : <Stage {...made} />),
  }
  return { plain, doc: () => made?.editor.store.getState().doc as typeof DOCUMENT }
}

const settings = story()
export const Settings: Story = {
  ...settings.plain,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const name = await canvas.findByRole('textbox', { name: 'Nombre (Español)' })
    await userEvent.clear(name)
    await userEvent.type(name, 'Mis tiendas')
    await expect(settings.doc().i18n.es.title).toBe('Mis tiendas')
    // An added part has a new id and is called by its name; no field asks for an id.
    const back = () => userEvent.click(canvas.getByRole('button', { name: 'Ajustes del panel' }))
    const queries = () =>
      within(canvas.getByText('Consultas', { selector: 'summary span' }).closest('details') as HTMLElement)
        .getAllByRole('listitem')
        .map((entry) => entry.textContent)
    await expect(queries()).toEqual(['Marcas', 'Tiendas de la marca', 'Todas las cifras por día y tienda'])
    await userEvent.click(canvas.getByRole('button', { name: 'Añadir consulta' }))
    await expect(await canvas.findByRole('heading', { name: 'Tráfico por cualquier dimensión' })).toBeVisible()
    await expect(settings.doc().queries).toMatchObject({
      query: { source: 'traffic', args: { by: 'day', measures: 'ins' } },
    })
    await back()
    for (const [button, heading, choice] of [
      ['Añadir filtro', 'Filtro', /^Filtro vacío/],
      ['Añadir filtro', 'Filtro 2', /^Filtro vacío/],
      ['Añadir filtro', 'Fecha', /^Fecha/],
      ['Añadir sección', 'Sección 2', undefined],
    ] as const) {
      await userEvent.click(canvas.getByRole('button', { name: button }))
      if (choice !== undefined) await userEvent.click(await screen.findByRole('menuitem', { name: choice }))
      await expect(await canvas.findByRole('heading', { name: heading })).toBeVisible()
      await expect(canvas.getByText(/^(filter|date|section)/, { selector: 'code' })).not.toBeVisible()
      await back()
    }
    await expect(settings.doc()).toHaveProperty('i18n.cs.filter-2', 'Filtr 2')
    await expect(settings.doc().layout.sections[0]?.params).toEqual([
      'client',
      'locals',
      'periods',
      'filter',
      'filter-2',
      'date',
    ])
    // One of those that dashboards usually have comes with all it needs.
    await expect(settings.doc().params).toHaveProperty('date', {
      type: 'date',
      label: 't:date',
      default: { day: 'today' },
      url: { key: 'date', shape: 'date' },
    })
    await expect(settings.doc().layout.sections[1]).toEqual({ id: 'section', widgets: [] })
  },
}

const widget = story('trend')
export const WidgetOptions: Story = {
  ...widget.plain,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    // A value the schema refuses is shown and left alone until it is put back.
    await expect(await canvas.findByText('"always"')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Volver al valor estándar' }))
    await waitFor(() => expect(widget.doc().widgets.trend.options).not.toHaveProperty('legend'))
    const word = canvas.getByRole('textbox', { name: 'Palabra' })
    await userEvent.clear(word)
    await expect(canvas.getAllByText('Al menos 1 caracteres.')[0]).toBeVisible()
    await expect(widget.doc().widgets.trend.options.thresholds[0]?.word).not.toBe('')
    await userEvent.type(word, 'Meta')
    await expect(widget.doc().widgets.trend.options.thresholds[0]?.word).toBe('Meta')
    await userEvent.click(canvas.getByRole('switch', { name: 'Mostrar la referencia' }))
    await expect(widget.doc().widgets.trend.options).toHaveProperty('showReference', false)
  },
}

const query = story('query:stores')
export const QueryWithRows: Story = {
  ...query.plain,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    // Rows in and out of the steps that work, the error of the one that does not, and the rows before it.
    await expect(await canvas.findByRole('img', { name: 'Entran 8 filas y salen 6' })).toBeVisible()
    await expect(canvas.getByRole('img', { name: 'Entran 6 filas y salen 6' })).toBeVisible()
    await expect(canvas.getByRole('list', { name: 'Pasos' })).toHaveTextContent(/floors/)
    await expect(canvas.getByRole('cell', { name: 'Gran Vía' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Quitar el paso Agrupar' }))
    await waitFor(() => expect(query.doc().queries.stores.transform).toHaveLength(2))
    await userEvent.click(canvas.getByRole('button', { name: 'Añadir paso' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: /^Limitar filas/ }))
    await waitFor(() => expect(query.doc().queries.stores.transform).toHaveLength(3))
    await expect(await canvas.findByRole('img', { name: 'Entran 6 filas y salen 6' })).toBeVisible()
  },
}

export const QueryWaiting: Story = story('query:clients', true).plain

const param = story('param:client')
export const Filter: Story = {
  ...param.plain,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: /Tipo de filtro$/ }))
    await userEvent.click(await screen.findByRole('option', { name: /^Número/ }))
    // What a number cannot have is gone, and what it may keep is there.
    await waitFor(() =>
      expect(param.doc().params.client).toEqual({
        type: 'number',
        label: 'Marca',
        url: { key: 'client', shape: 'id' },
      }),
    )
  },
}

const tree = story('param:client')
/** A filter that becomes a tree keeps its list, and gets the columns of its levels. */
export const TreeLevels: Story = {
  ...tree.plain,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: /Tipo de filtro$/ }))
    await userEvent.click(await screen.findByRole('option', { name: /^Partes de una jerarquía/ }))
    await expect(await canvas.findByText(/necesita options\.levels/)).toBeVisible()
    await expect(canvas.queryByRole('radio', { name: 'Lista fija' })).toBeNull()
    const levels = canvas.getByText('Niveles, desde arriba').closest('div') as HTMLElement
    await userEvent.click(within(levels).getByRole('button', { name: /^Añadir/ }))
    await waitFor(() =>
      expect(tree.doc().params.client).toMatchObject({
        type: 'tree',
        options: { query: 'clients', levels: [{ value: 'id' }] },
      }),
    )
    await userEvent.click(canvas.getByRole('button', { name: /Columna del nivel$/ }))
    await userEvent.click(await screen.findByRole('option', { name: /type/ }))
    await waitFor(() => expect(canvas.queryByText(/necesita options\.levels/)).toBeNull())
  },
}

const section = story('section:top')
export const Section: Story = {
  ...section.plain,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    // A filter that the section declares is called by its label too; the id is under Advanced.
    await userEvent.click(await canvas.findByRole('button', { name: /Filtros necesarios/ }))
    await expect((await screen.findAllByRole('option')).map((option) => option.textContent?.trim()).toSorted()).toEqual(
      ['Desde la hora', 'Marca', 'Periodos', 'Tiendas'],
    )
    await userEvent.keyboard('{Escape}')
    await expect(canvas.getByText('top')).not.toBeVisible()
    await userEvent.click(canvas.getByText('Avanzado'))
    await expect(canvas.getByText('top')).toBeVisible()
  },
}

const bound = story('query:main')
/** Arguments and the filters they are bound to, by their names. */
export const QueryArguments: Story = {
  ...bound.plain,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(
      await canvas.findByRole('button', { name: /Periodos: primer día del periodo.*Periodo: primer día/ }),
    ).toBeVisible()
    await expect(canvas.getByRole('button', { name: /Todas las cifras por día y tienda.*Fuente/ })).toBeVisible()
    await expect(canvas.queryByText(/\$|p1Start|mainExtended/, { ignore: 'details:not([open]) *' })).toBeNull()
  },
}

const worked = story('query:week', false, {
  ...DOCUMENT,
  queries: {
    ...DOCUMENT.queries,
    week: {
      source: 'traffic',
      args: {
        client: 7,
        locals: [101, 102],
        p1Start: '2026-11-16',
        p1End: '2026-11-22',
        by: 'weekday,hour',
        measures: 'ins,outs',
      },
      transform: [
        { op: 'derive', as: 'perHour', formula: { of: 'ins', over: { plus: ['ins', 'outs'] }, scale: 100 } },
        { op: 'derive', as: 'goal', target: { for: 'ins', value: 400, by: 'weekday', values: { 6: 900 } } },
        { op: 'derive', as: 'slotHour', part: 'hour', from: 'hour' },
      ],
    },
  },
})
export const WorkedOut: Story = {
  ...worked.plain,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const step = (at: number) =>
      (worked.doc().queries as unknown as { week: { transform: Record<string, unknown>[] } }).week.transform[at]
    await waitFor(() => expect(canvas.getByText(/168 filas, unos 12 ms/)).toBeVisible())
    const steps = canvas.getByRole('list', { name: 'Pasos' })
    const open = (at: number) => userEvent.click(within(steps).getByRole('button', { name: new RegExp(`^${at + 1}`) }))
    await open(0)
    await userEvent.click(canvas.getByRole('switch', { name: 'Dividir entre otra cifra' }))
    await waitFor(() => expect(step(0)).toEqual({ op: 'derive', as: 'perHour', formula: { of: 'ins' } }))
    await open(1)
    const value = await canvas.findByRole('textbox', { name: /Valor de cada fila/ })
    await userEvent.clear(value)
    await userEvent.type(value, '500')
    await userEvent.tab()
    await waitFor(() => expect(step(1)).toMatchObject({ target: { value: 500, values: { 6: 900 } } }))
    // Every step has its form: nothing is left to be written as JSON.
    await expect(canvas.queryByText(/"op"/, { ignore: 'details:not([open]) *' })).toBeNull()
  },
}

const parts = story()
export const PartsByKeys: Story = {
  ...parts.plain,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const order = () => Object.keys(parts.doc().params)
    const filters = () =>
      within(canvas.getByText('Filtros', { selector: 'summary span' }).closest('details') as HTMLElement)
    await waitFor(() => expect(filters().getByRole('button', { name: /^Tiendas/ })).toBeVisible())
    filters()
      .getByRole('button', { name: /^Tiendas/ })
      .focus()
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await waitFor(() => expect(order()).toEqual(['locals', 'client', 'periods']))
    filters()
      .getByRole('button', { name: /^Tiendas/ })
      .focus()
    await userEvent.keyboard('{Control>}d{/Control}')
    await waitFor(() => expect(order()).toEqual(['locals', 'locals-2', 'client', 'periods']))
    await expect(await canvas.findByRole('heading', { name: 'Tiendas 2' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Bajar el filtro' }))
    await waitFor(() => expect(order()).toEqual(['locals', 'client', 'locals-2', 'periods']))
  },
}
