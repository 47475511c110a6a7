/** A widget as it looks, drawn by its own view with the data of its example, as small as the palette needs it. */
import { CrashBoundary, type DashboardServices } from '#engine'
import type { Frames, ProjectionContext, WidgetDefinition, WidgetModule } from '#engine/types'
import { fromJson } from '#domain/frame-build'
import { isFrameJson } from '#schemas/generated/data/frame.ts'
import { useUi } from '#ui'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import type { EditPorts, WidgetExample } from '../ports.ts'
import css from './palette.module.css'

export interface PreviewProps {
  definition: WidgetDefinition<never>
  example: EditPorts['example']
  widgetText: DashboardServices['widgetText']
  /** The width that the palette has for it. */
  width: number
}

interface Loaded {
  readonly module: WidgetModule<Record<string, unknown>>
  readonly options: Record<string, unknown>
  readonly frames: Frames
}

/** Drawn this wide, and shown smaller: labels keep their proportions. */
const DRAWN_PX = 460
const RATIO = 0.56

/** Comes when it is scrolled to; nothing where the example cannot be drawn. */
export const Preview = memo(function Preview({ definition, example, widgetText, width }: PreviewProps) {
  const box = useRef<HTMLDivElement>(null)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    let isLeft = false
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        Promise.all([definition.load(), example(definition.type)]).then(
          ([module, found]) => {
            const data = found === null ? null : read(definition, found)
            if (!isLeft && data !== null) setLoaded({ module: module as unknown as Loaded['module'], ...data })
          },
          () => undefined,
        )
      },
      { rootMargin: '200px 0px' },
    )
    observer.observe(element)
    return () => {
      isLeft = true
      observer.disconnect()
    }
  }, [definition, example])
  const scale = width / DRAWN_PX
  return (
    <div
      ref={box}
      className={css.preview}
      inert
      aria-hidden="true"
      style={{ height: DRAWN_PX * RATIO * scale }}
      data-drawn={loaded !== null || undefined}
    >
      {loaded !== null && (
        <div
          className={css.drawing}
          style={{ width: DRAWN_PX, height: DRAWN_PX * RATIO, transform: `scale(${scale})` }}
        >
          <CrashBoundary resetOn={loaded} fallback={() => null}>
            <Drawing {...loaded} type={definition.type} widgetText={widgetText} />
          </CrashBoundary>
        </div>
      )}
    </div>
  )
})

function Drawing({
  module,
  options,
  frames,
  type,
  widgetText,
}: Loaded & { type: string; widgetText: DashboardServices['widgetText'] }) {
  const { locale, t } = useUi()
  const context = useMemo(
    (): ProjectionContext => ({
      locale,
      params: {},
      t: widgetText(type),
      periods: {
        comparing: { begin: '2026-11-09', end: '2026-11-15', name: 'thisWeek' },
        reference: { begin: '2026-11-02', end: '2026-11-08', name: 'weekBefore' },
      },
      labels: {
        local: new Map(
          Array.from({ length: 40 }, (_, id) => [
            id,
            t('editor:palette.sampleStore', { number: id < 11 ? id : id - 10 }),
          ]),
        ),
      },
    }),
    [locale, t, type, widgetText],
  )
  const projection = useMemo(() => module.project(options, frames, context), [module, options, frames, context])
  const View = module.default
  return (
    <View
      projection={projection}
      options={options}
      size={{ width: DRAWN_PX, height: DRAWN_PX * RATIO }}
      context={context}
      emit={() => undefined}
    />
  )
}

function read(
  definition: WidgetDefinition<never>,
  { options, frames }: WidgetExample,
): Pick<Loaded, 'options' | 'frames'> | null {
  const filled: unknown = structuredClone(options)
  if (!(definition.validate as (value: unknown) => boolean)(filled)) return null
  const built: Record<string, Frames[string]> = {}
  for (const [id, json] of Object.entries(frames)) {
    const copy: unknown = structuredClone(json)
    if (!isFrameJson(copy)) return null
    built[id] = fromJson(copy)
  }
  return { options: filled as Record<string, unknown>, frames: built }
}
