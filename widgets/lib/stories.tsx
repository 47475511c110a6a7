/**
 * The stories every widget has, made of its definition and its example: `storiesFor(definition, example)`. What the
 * browser has to prove is in their `play`: the table twin shows the projection's cells, and nothing runs over at the
 * smallest size.
 */
import { useEffect, useMemo, useState } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { fromJson } from '#domain/frame-build'
import { writtenFormat } from '#domain/format'
import { CELL_CLASS, WidgetFrame } from '#engine'
import type {
  Frames,
  Issue,
  Passport,
  Projection,
  ProjectionContext,
  ReadyState,
  WidgetDeclaration,
  WidgetModule,
  WidgetState,
  WidgetViewProps,
} from '#engine/types'
import { isFrameJson } from '#schemas/generated/data/frame.ts'
import { ProjectionTable } from '#engine'
import { cx, formatterFor, UiProvider, useUi } from '#ui'
import type { Guard } from '#schemas/guard.ts'
import css from './moments.module.css'
import { firstText } from './test-support/first-text.ts'
import type { StoryName } from './states.ts'

type Texts = { readonly [key: string]: string | Texts }
const guards = import.meta.glob<Guard<unknown>>('../*/generated/options.guard.js', { import: 'default', eager: true })
const files = import.meta.glob<Texts>('../*/i18n/*.json', { import: 'default', eager: true })
const shared = import.meta.glob<Texts>('./i18n/*.json', { import: 'default', eager: true })

function textOf(type: string, locale: string, key: string): string | undefined {
  return firstText(key, files[`../${type}/i18n/${locale}.json`], shared[`./i18n/${locale}.json`])
}

/** `namespace:key` of the application is `namespace.key` in stories. */
const dotted = (key: string) => key.replace(':', '.')

export interface Example {
  readonly options: unknown
  readonly frames: Readonly<Record<string, unknown>>
}

/** Columns and rows of the dashboard's grid where it is narrowest with twelve columns (992 px), in pixels. */
const sizeOf = ([columns, rows]: readonly [number, number], page = 992) => ({
  width: Math.round(((page - 32 + 12) / 12) * columns - 12),
  height: rows * 52 - 12,
})
/** All columns of a phone of 390 px, and the rows that a document which says no place there gives. */
function phoneSize(definition: WidgetDeclaration<unknown>, example: Example) {
  const { sizes } = definition
  const rows = sizes.onPhone?.(optionsOf(definition, example)) ?? 0
  return sizeOf([12, Math.max(sizes.default[1], sizes.min[1], rows)], 390)
}
/** A page of A4 between its margins, and the height that a card has on paper where it does not grow. */
const PAPER = { width: 688, height: 340 }
/** A report gives each card the height that it has on the large grid. */
const REPORT = { width: 688, height: 560 }
/** What the frame keeps for itself. */
const FRAME = { width: 34, height: 58 }

interface HostProps {
  definition: WidgetDeclaration<unknown>
  example: Example
  /** The state around the example's frames, or without any. */
  state: (ready: ReadyState) => WidgetState
  size: { width: number; height: number }
  /** Every name half as long again, as the longest language and the longest shop name make it. */
  isLong?: boolean
  /** On paper it has its height too, and does not grow. */
  isFixed?: boolean
  /** In place of the examples' periods, names and filters. */
  about?: Partial<ProjectionContext>
  /** Hears what the widget's gestures tell. */
  emit?: WidgetViewProps['emit']
}

const STORES = ['Gran Vía', 'Passeig de Gràcia', 'Colón', 'Larios', 'Sierpes', 'Uría', 'Outlet Getafe']
const LONG = 'Centro Comercial La Gran Manzana de Alcalá de Henares, planta segunda'

const AT = Date.UTC(2026, 10, 15, 18, 5)

function framesOf({ frames }: Example): Frames {
  return Object.fromEntries(
    Object.entries(frames).map(([id, json]) => {
      const copy: unknown = structuredClone(json)
      if (!isFrameJson(copy)) throw new Error(`example.json: ${id} is no frame`)
      return [id, fromJson(copy)]
    }),
  )
}

function optionsOf(definition: WidgetDeclaration<unknown>, { options }: Example): Required<unknown> {
  const copy: unknown = structuredClone(options)
  const validate = guards[`../${definition.type}/generated/options.guard.js`]
  if (validate?.(copy) !== true)
    throw new Error(`example.json: ${JSON.stringify(validate?.errors ?? 'no such widget')}`)
  return copy as Required<unknown>
}

function useContext(type: string, isLong: boolean): ProjectionContext {
  const { locale, t } = useUi()
  return useMemo(() => contextOf(type, locale, t, isLong), [type, locale, t, isLong])
}

function contextOf(type: string, locale: string, t: ProjectionContext['t'], isLong: boolean): ProjectionContext {
  return {
    locale,
    params: {},
    t: (key, params = {}) => {
      const own = textOf(type, locale, key)
      return own === undefined
        ? t(dotted(key), params)
        : own.replace(/\{\{\s*(\w+)\s*\}\}/g, (_all, name: string) => String(params[name] ?? ''))
    },
    periods: {
      comparing: {
        begin: '2026-11-09',
        end: '2026-11-15',
        name: isLong ? 'Campaña de otoño e invierno, segunda semana' : 'thisWeek',
      },
      reference: {
        begin: '2026-11-02',
        end: '2026-11-08',
        name: isLong ? 'Campaña de otoño e invierno, primera semana' : 'weekBefore',
      },
    },
    labels: { local: new Map(STORES.map((name, at) => [11 + at, isLong ? `${name} · ${LONG}` : name])) },
  }
}

/** As of and coverage are the frame's to know; stories give them a fixed hour. */
const known = (projection: Projection): Projection => ({
  ...projection,
  ...(projection.passport && { passport: { ...projection.passport, asOf: AT - 3_600_000 } satisfies Passport }),
})

const SKELETONS = {
  table: 'table',
  comparison: 'chart',
  traffic: 'chart',
  visitors: 'donut',
  status: 'table',
  text: 'kpi',
} as const

const unheard = () => undefined

function Host({
  definition,
  example,
  state: stateWith,
  size,
  isLong = false,
  isFixed = false,
  about,
  emit = unheard,
}: HostProps) {
  const { t } = useUi()
  const usual = useContext(definition.type, isLong)
  const context = useMemo(() => ({ ...usual, ...about }), [usual, about])
  const [module, setModule] = useState<WidgetModule<unknown> | null>(null)
  useEffect(() => {
    let isLeft = false
    void definition.load().then((loaded) => {
      if (!isLeft) setModule(loaded)
    })
    return () => {
      isLeft = true
    }
  }, [definition])
  const options = useMemo(() => optionsOf(definition, example), [definition, example])
  const frames = useMemo(() => framesOf(example), [example])
  const projection = useMemo(
    () => (module === null ? null : known(module.project(options, frames, context))),
    [module, options, frames, context],
  )
  const state = stateWith({ kind: 'ready', frames, values: {}, at: AT, ageMs: 0 })
  const View = module?.default
  const inner = { width: size.width - FRAME.width, height: size.height - FRAME.height }
  const name = context.t('name')
  return (
    <div
      className={cx(CELL_CLASS, css.story)}
      style={{ width: size.width, [isFixed ? '--print-height' : '--height']: `${size.height}px` }}
      data-story={definition.type}
    >
      <WidgetFrame
        title={isLong ? `${name} · ${LONG}` : name}
        state={state}
        projection={projection}
        skeleton={SKELETONS[definition.category]}
        isTable={definition.category === 'table'}
        ageMinutes={state.kind === 'ready' ? Math.floor(state.ageMs / 60_000) : 0}
        filters={{ labels: { client: 'Marca', periods: 'Periodos' }, failed: {}, empty: [] }}
        issueText={({ text }) => text}
        onRetry={() => undefined}
        onRefresh={() => undefined}
        onExportCsv={() => undefined}
        onExportPng={() => undefined}
      >
        {View && projection && (
          <View projection={projection} options={options} size={inner} context={context} emit={emit} />
        )}
      </WidgetFrame>
      <div data-story-ready={(projection !== null && t('app.title') !== '') || undefined} />
    </div>
  )
}

/** The widget's frame asks for `app:frame.…`; the story book's texts are dotted. */
function Texts(props: HostProps) {
  const { t, locale, theme } = useUi()
  const own = useMemo(() => (key: string, params?: Record<string, string | number>) => t(dotted(key), params), [t])
  return (
    <UiProvider t={own} locale={locale} theme={theme}>
      <Host {...props} />
    </UiProvider>
  )
}

const ISSUE: Issue = {
  code: 'SOURCE_UNREACHABLE',
  severity: 'error',
  pointer: '/queries/main',
  message: 'SOURCE_UNREACHABLE',
  text: 'The server did not answer within 300 s, six times.',
}

const WRONG: Issue = {
  code: 'WIDGET_OPTION_UNKNOWN',
  severity: 'error',
  pointer: '/widgets/w1/options/colour',
  message: 'WIDGET_OPTION_UNKNOWN',
  text: 'colour is no option of this widget.',
}

interface PlayContext {
  canvasElement: HTMLElement
}
export interface WidgetStory {
  render: () => React.JSX.Element
  play?: (context: PlayContext) => Promise<void>
}

/** Their code says nothing: each is made of the definition and the example. */
const PARAMETERS = { docs: { canvas: { sourceState: 'none' } } } as const

export interface WidgetStories {
  readonly meta: { readonly title: string; readonly parameters: typeof PARAMETERS }
  readonly stories: Readonly<Record<StoryName, WidgetStory>>
}

/**
 * A story of every state of the engine (`states.ts`), of a small and a large place, a phone and of long names; and the
 * table twin.
 */
export function storiesFor<O>(
  given: WidgetDeclaration<O>,
  example: Example,
  about: Partial<ProjectionContext> = {},
  emit?: WidgetViewProps['emit'],
): WidgetStories {
  const definition = given as unknown as WidgetDeclaration<unknown>
  const [usual, least, large] = [
    sizeOf(definition.sizes.default, 1280),
    sizeOf(definition.sizes.min),
    sizeOf(definition.sizes.default, 1680),
  ]
  const story = (
    state: HostProps['state'],
    more: Partial<HostProps> = {},
    play?: WidgetStory['play'],
  ): WidgetStory => ({
    render: () => (
      <Texts
        definition={definition}
        example={example}
        state={state}
        size={usual}
        about={about}
        {...(emit && { emit })}
        {...more}
      />
    ),
    ...(play && { play }),
  })
  const ready: HostProps['state'] = (state) => state
  return {
    meta: { title: `Widgets/${definition.type}`, parameters: PARAMETERS },
    stories: {
      Ready: story(ready, {}, async ({ canvasElement }) => {
        await drawn(canvasElement)
      }),
      Large: story(ready, { size: large }, async ({ canvasElement }) => {
        await drawn(canvasElement)
      }),
      Queued: story(() => ({ kind: 'queued', position: 3 })),
      Loading: story(() => ({ kind: 'loading', attempt: 2, of: 6, elapsedMs: 1200, done: 3, total: 12 })),
      Blocked: story(() => ({ kind: 'blocked', missing: ['client', 'periods'] })),
      Empty: story(() => ({ kind: 'empty', why: 'noRows' })),
      Error: story(() => ({ kind: 'error', issue: ISSUE })),
      Quarantined: story(() => ({ kind: 'quarantined', issues: [WRONG] })),
      Stale: story(
        (state) => ({ kind: 'loading', attempt: 1, of: 6, elapsedMs: 400, previous: { ...state, ageMs: 4_200_000 } }),
        {},
        async ({ canvasElement }) => {
          await drawn(canvasElement)
        },
      ),
      Partial: story(
        (state) => ({ ...state, ageMs: 4_200_000, partial: { failed: ['Larios', 'Uría'], done: 5, total: 7 } }),
        {},
        async ({ canvasElement }) => {
          await drawn(canvasElement)
        },
      ),
      MinSize: story(ready, { size: least }, async ({ canvasElement }) => {
        await drawn(canvasElement)
        // Charts settle into a size that changes before they draw.
        await waitFor(() => expect(overflowing(canvasElement)).toEqual([]))
        await waitFor(() => expect(cutRings(canvasElement)).toEqual([]))
      }),
      Phone: story(ready, { size: phoneSize(definition, example) }, async ({ canvasElement }) => {
        await drawn(canvasElement)
        await waitFor(() => expect(overflowing(canvasElement)).toEqual([]))
        await expect(cutSentences(canvasElement)).toEqual([])
        await waitFor(() => expect(cutTexts(canvasElement)).toEqual([]))
      }),
      LongText: story(ready, { isLong: true }, async ({ canvasElement }) => {
        await drawn(canvasElement)
        // Charts settle into a size that changes before they draw.
        await waitFor(() => expect(overflowing(canvasElement)).toEqual([]))
      }),
      Printed: story(ready, { size: PAPER }, async ({ canvasElement }) => {
        await drawn(canvasElement)
        // To the side too: of what is wider than its card the browser would print the whole page smaller.
        await waitFor(() => expect(overflowing(canvasElement)).toEqual([]))
        await waitFor(() => expect(touchingCells(canvasElement)).toEqual([]))
        await waitFor(() => expect(emptyBelow(canvasElement)).toBeLessThan(PAPER.height / 3))
      }),
      Reported: story(ready, { size: REPORT, isFixed: true }, async ({ canvasElement }) => {
        await drawn(canvasElement)
        const isDrawnByRows = canvasElement.querySelector('[data-grows="whole"]') !== null
        const most = isDrawnByRows ? 0.4 * REPORT.height : REPORT.height
        await waitFor(() => expect(emptyBelow(canvasElement)).toBeLessThan(most))
      }),
      AsTable: {
        render: () => <Twin definition={definition} example={example} />,
        play: async ({ canvasElement }) => {
          await waitFor(() => expect(canvasElement.querySelector('table')).not.toBeNull())
          await sameAsProjection(canvasElement, definition, example)
        },
      },
    },
  }
}

/** The table twin, with the toggle's table alone: what a screen reader and the file get. */
function Twin({ definition, example }: { definition: WidgetDeclaration<unknown>; example: Example }) {
  const context = useContext(definition.type, false)
  const [module, setModule] = useState<WidgetModule<unknown> | null>(null)
  useEffect(() => {
    void definition.load().then(setModule)
  }, [definition])
  if (module === null) return null
  const projection = module.project(optionsOf(definition, example), framesOf(example), context)
  return (
    <div data-locale={context.locale}>
      <ProjectionTable projection={projection} label={context.t('name')} />
    </div>
  )
}

async function drawn(canvas: HTMLElement): Promise<void> {
  await waitFor(() => expect(canvas.querySelector('[data-story-ready]')).not.toBeNull())
  const menu = within(canvas).queryByRole('button', { name: /^(Acciones|Actions|Ações|Akce|Accions|Azioni)/ })
  if (menu) await userEvent.hover(menu)
}

/** Projections whose tables are drawn, in order: the parts, or the whole where there are none. */
const leaves = (projection: Projection): Projection[] =>
  projection.parts?.length ? projection.parts.flatMap((part) => leaves(part.projection)) : [projection]

/** Every cell of every table is the projection's cell in the reader's format. */
async function sameAsProjection(
  canvas: HTMLElement,
  definition: WidgetDeclaration<unknown>,
  example: Example,
): Promise<void> {
  const locale = canvas.querySelector<HTMLElement>('[data-locale]')?.dataset.locale ?? 'es'
  const { project } = await definition.load()
  const { t } = { t: (key: string) => key }
  const wanted = leaves(
    project(optionsOf(definition, example), framesOf(example), contextOf(definition.type, locale, t, false)),
  )
  const format = formatterFor(locale)
  const tables = [...canvas.querySelectorAll('table')]
  await expect(tables.length).toBe(wanted.length)
  for (const [at, table] of tables.entries()) {
    const { columns, rows } = wanted[at] ?? { columns: [], rows: [] }
    // Words that the application names (metrics, ranges) are not looked up here: numbers and days are what must agree.
    const compared = columns
      .map((_, column) => ({ as: writtenFormat({ columns, rows }, column), column }))
      .filter(({ as }) => as !== 'text')
    const shown = [...table.querySelectorAll('tbody tr')].map((row) =>
      compared.map(({ column }) => row.children[column]?.childNodes[0]?.textContent),
    )
    await expect(shown).toEqual(rows.map((row) => compared.map(({ as, column }) => format.exact(row[column], as))))
  }
}

/** Pixels of a card below the last of what it holds. */
function emptyBelow(canvas: HTMLElement): number {
  const body = canvas.querySelector('section > :last-child')
  const ends = [...(body?.querySelectorAll('*') ?? [])]
    .filter((element) => element.childElementCount === 0)
    .map((element) => element.getBoundingClientRect())
    // What is only read out is a pixel wide.
    .flatMap(({ width, bottom }) => (width > 1 ? [bottom] : []))
  return (body?.getBoundingClientRect().bottom ?? 0) - Math.max(0, ...ends)
}

/** Sentences of which a part is not to be read. */
const cutSentences = (canvas: HTMLElement): string[] =>
  [...canvas.querySelectorAll('p')]
    .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent ?? '')

/** Texts whose lower part is cut, or under the fade of a list although their row is there whole. */
function cutTexts(canvas: HTMLElement): string[] {
  const frame = canvas.querySelector('section')
  return [...(frame?.querySelectorAll<HTMLElement>('*') ?? [])]
    .filter((element) => {
      const text = [...element.childNodes].find(
        ({ nodeName, textContent }) => nodeName === '#text' && textContent?.trim(),
      )
      if (text === undefined) return false
      const range = document.createRange()
      range.selectNodeContents(element)
      const { top, bottom } = range.getBoundingClientRect()
      const row = element.closest('tr')?.getBoundingClientRect()
      for (let at: HTMLElement | null = element; at !== null && at !== frame; at = at.parentElement) {
        const { overflowY, clipPath } = getComputedStyle(at)
        if (clipPath !== 'none' || at.offsetWidth <= 1) return false
        if (at === element || overflowY === 'visible') continue
        const edge = at.getBoundingClientRect().bottom
        if (top < edge - 1 && bottom > edge + 1) return true
        const isScrolled = at.scrollHeight > at.clientHeight + 1
        if (row === undefined || !isScrolled || element.closest('thead, tfoot') !== null) continue
        const end = edge - (at.querySelector('tfoot')?.getBoundingClientRect().height ?? 0)
        const fade = Number.parseFloat(getComputedStyle(at, '::after').height)
        if (row.bottom <= end + 1 && bottom > end - fade + 1) return true
      }
      return false
    })
    .map(({ textContent }) => textContent ?? '')
}

/** Charts of which something around them would cut the ring of the focus. */
function cutRings(canvas: HTMLElement): string[] {
  const frame = canvas.querySelector('section')
  return [...canvas.querySelectorAll<HTMLElement>('[role="slider"]')].flatMap((chart) => {
    const ring = Number.parseFloat(getComputedStyle(chart).outlineOffset) + 2
    const box = chart.getBoundingClientRect()
    for (let at = chart.parentElement; at !== null && at !== frame; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at)
      const around = at.getBoundingClientRect()
      const [besides, below] = [overflowX !== 'visible', overflowY !== 'visible']
      const isCut =
        (besides && (around.left > box.left - ring || around.right < box.right + ring)) ||
        (below && (around.top > box.top - ring || around.bottom < box.bottom + ring))
      if (isCut) return [`${chart.getAttribute('aria-label')} in .${at.className}`]
    }
    return []
  })
}

/** Cells side by side whose words or signs have less than two pixels between them. */
function touchingCells(canvas: HTMLElement): string[] {
  return [...canvas.querySelectorAll('tr')].flatMap((row) => {
    const cells = [...row.children].flatMap((cell) => {
      const edges = edgesOf(cell)
      return edges === null ? [] : [{ ...edges, text: cell.textContent }]
    })
    return cells.flatMap(({ text, right }, at) => {
      const next = cells[at + 1]
      return next !== undefined && next.left - right < 2 ? [`${text} | ${next.text}`] : []
    })
  })
}

/** Of what is to be seen in a cell: not of the button that fills it, nor of what is only read out, a pixel wide. */
function edgesOf(cell: Element): { left: number; right: number } | null {
  const boxes = [
    ...[...cell.querySelectorAll(':not(button)')].map((one) => one.getBoundingClientRect()),
    ...[...cell.childNodes]
      .filter(({ nodeName }) => nodeName === '#text')
      .map((text) => {
        const range = document.createRange()
        range.selectNodeContents(text)
        return range.getBoundingClientRect()
      }),
  ].filter(({ width }) => width > 1)
  if (boxes.length === 0) return null
  return { left: Math.min(...boxes.map(({ left }) => left)), right: Math.max(...boxes.map(({ right }) => right)) }
}

const SIDES = ['right', 'bottom', 'left'] as const

/** Elements that stick out of the frame, unless something around them scrolls or hides on purpose. */
function overflowing(canvas: HTMLElement): string[] {
  const frame = canvas.querySelector('section')
  if (frame === null) return ['no frame']
  const outer = frame.getBoundingClientRect()
  return [...frame.querySelectorAll<HTMLElement>('*')]
    .filter((element) => {
      const box = element.getBoundingClientRect()
      if (box.width === 0 || box.height === 0) return false
      return SIDES.some(
        (side) =>
          (side === 'left' ? outer.left - box.left : box[side] - outer[side]) > 1 && !isKept(element, frame, side),
      )
    })
    .map(({ tagName, classList, textContent }) => {
      const begin = (textContent ?? '').slice(0, 30)
      return `${tagName.toLowerCase()}.${classList.toString()} "${begin}"`
    })
}

/** A card that clips what is too high, to leave room for bubbles beside it, keeps nothing that is too wide. */
function isKept(element: HTMLElement, frame: Element, side: (typeof SIDES)[number]): boolean {
  for (let at: HTMLElement | null = element; at !== null && at !== frame; at = at.parentElement) {
    const { overflowX, overflowY, position, clipPath } = getComputedStyle(at)
    if (clipPath !== 'none') return true
    if (at !== element && (side === 'bottom' ? overflowY : overflowX) !== 'visible') return true
    if (position === 'absolute' && at.offsetWidth <= 1) return true
  }
  return false
}
