import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useMemo, useState } from 'react'
import { calcGridItemPosition } from 'react-grid-layout/core'
import { expect, waitFor } from 'storybook/test'
import { useStore } from 'zustand'
import { DashboardContext, type GridSize } from '#engine'
import { formatLayout } from '#engine/core/document/format'
import type { GridMap } from '#engine/core/document/grids'
import { DRAWN_EVENT, UiProvider, useUi } from '#ui'
import { SectionGrid } from '../../../engine/react/section-grid.tsx'
import { random } from '../../../ui/stories/sample.ts'
import { arranged } from '../model/arrange.ts'
import { Canvas } from '../canvas/canvas.tsx'
import { createLive, type Live } from '../canvas/live.ts'
import { createSession } from '../canvas/session.ts'
import { createEditor } from '../model/store.ts'
import type { Editor } from '../model/editor.ts'
import { EditorContext, useEditorState } from '../model/use-editor.tsx'
import { usePanelPorts } from '../page/use-panel-ports.ts'
import { PanelContext } from '../panels/ports.tsx'
import type { EditPorts } from '../ports.ts'
import { sampleDocument, stagePorts } from './test-support/stage.tsx'

// An experimental rule wants all the figures inside a widget in the name of its cell, where the title, the place and
// the state are.
const a11y = { config: { rules: [{ id: 'label-content-name-mismatch', enabled: false }] } }
const meta = {
  title: 'Editor/Canvas',
  parameters: { layout: 'fullscreen', docs: { disable: true }, a11y },
} satisfies Meta
export default meta

const WIDGETS = 12
/** Upright bars are painted, and say so. */
const TEXT = formatLayout(sampleDocument(WIDGETS)).replaceAll('"measures": [', '"direction": "vertical", "measures": [')
interface Loaded {
  readonly ports: EditPorts
  readonly editor: Editor
  /** Names of cells that were worked out: one each time that a cell is drawn. */
  readonly drawn: string[]
}

/** The canvas, and where asked the same document as it is read. */
function OnCanvas({
  ports,
  editor,
  drawn,
  isRead = false,
  width = 1200,
}: Loaded & { isRead?: boolean; width?: number }) {
  const { t, locale, theme } = useUi()
  const recordDrops = useMemo(
    () => (key: string, params?: Record<string, string | number>) => {
      if (key === 'editor:canvas.place') drawn.push(`${params?.row}/${params?.column}`)
      return t(key.replace(':', '.'), params)
    },
    [t, drawn],
  )
  const [live, session] = useMemo(() => {
    const { loaded, doc } = editor.store.getState()
    return [
      createLive(
        { ...ports.live, clock: ports.clock, compute: ports.compute, sources: ports.context.sources },
        loaded,
        doc,
      ),
      createSession('story'),
    ]
  }, [ports, editor])
  useEffect(() => () => live.dispose(), [live])
  const panelPorts = usePanelPorts(ports, live)
  return (
    <UiProvider t={recordDrops} locale={locale} theme={theme}>
      <EditorContext value={editor}>
        <PanelContext value={panelPorts}>
          <div style={{ width, height: 900 }}>
            <Canvas live={live} session={session} services={ports.services} onOpen={() => undefined} empty={null} />
          </div>
        </PanelContext>
        {isRead && <Reading live={live} services={ports.services} />}
      </EditorContext>
    </UiProvider>
  )
}

/** As readers see it, for any width of the window. */
function Reading({ live, services }: { live: Live; services: EditPorts['services'] }) {
  const loaded = useEditorState((state) => state.loaded)
  const [dashboard, setDashboard] = useState<ReturnType<Live['fresh']> | null>(null)
  useEffect(() => {
    const made = live.fresh(loaded)
    setDashboard(made)
    return () => made.dispose()
  }, [live, loaded])
  const scope = useMemo(() => dashboard && { dashboard, services }, [dashboard, services])
  return (
    scope && (
      <DashboardContext value={scope}>
        <div data-read style={{ width: 1100 }}>
          <Sections dashboard={scope.dashboard} />
        </div>
      </DashboardContext>
    )
  )
}

function Sections({ dashboard }: { dashboard: ReturnType<Live['fresh']> }) {
  const sections = useStore(dashboard.store, (state) => state.sections)
  return sections.map((section) => <SectionGrid key={section.id} section={section} size="large" stacked={false} />)
}

const load = async ({ globals }: { globals: { locale?: string } }): Promise<Loaded> => {
  const ports = await stagePorts(globals.locale ?? 'es')
  return {
    ports,
    drawn: [],
    editor: createEditor({ text: TEXT, revision: 1, context: ports.context, clock: ports.clock }),
  }
}

/** A widget is where react-grid-layout counts it to be, on the canvas and for readers, in any layout. */
export const TheSameGeometry: StoryObj = {
  // One document twice: its landmarks are there twice too.
  parameters: { a11y: { test: 'off' } },
  loaders: [load],
  render: (_args, { loaded }) => <OnCanvas {...(loaded as unknown as Loaded)} isRead />,
  play: async ({ canvasElement, loaded }) => {
    const { editor } = loaded as unknown as Loaded
    await waitFor(() =>
      expect(canvasElement.querySelectorAll('[data-cell] section[data-state="ready"]')).toHaveLength(2 * WIDGETS),
    )
    const next = random(5)
    const any = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
    const placesOf = (root: Element) => {
      const cells = [...root.querySelectorAll<HTMLElement>('[data-cell]')]
      const grid = cells[0]?.parentElement as HTMLElement
      const area = grid.getBoundingClientRect()
      const params = {
        margin: [12, 12] as const,
        containerPadding: [0, 0] as const,
        containerWidth: grid.clientWidth,
        cols: 12,
        rowHeight: 40,
        maxRows: Infinity,
      }
      const seen = Object.fromEntries(
        cells.map((cell) => {
          const { left, top, width, height } = cell.getBoundingClientRect()
          return [cell.dataset.cell ?? '', { left: left - area.left, top: top - area.top, width, height }]
        }),
      )
      const counted = (item: GridMap[string]) => calcGridItemPosition(params, item.x, item.y, item.w, item.h)
      return { seen, counted }
    }
    for (let round = 0; round < 6; round++) {
      const doc = sampleDocument(WIDGETS) as { grids: Partial<Record<GridSize, GridMap>> }
      const raw = Object.fromEntries(
        Object.keys(doc.grids.large ?? {}).map((id) => {
          const w = any(4, 12)
          return [id, { x: any(0, 12 - w), y: any(0, 30), w, h: any(6, 9) }]
        }),
      )
      const grid = arranged(raw, {})
      editor.setText(formatLayout({ ...doc, grids: { large: grid } } as never))
      const apart = (root: Element) => {
        const { seen, counted } = placesOf(root)
        return Object.entries(grid).flatMap(([id, item]) => {
          const [is, should] = [seen[id], counted(item)]
          return is === undefined
            ? [id]
            : (['left', 'top', 'width', 'height'] as const).filter((side) => Math.abs(is[side] - should[side]) > 1)
        })
      }
      for (const root of canvasElement.querySelectorAll('[data-canvas-section="main"], [data-read]'))
        await waitFor(() => expect(apart(root)).toEqual([]))
    }
  },
}

/** Between palette and panel a large screen is drawn smaller, whole and laid out as on 960 pixels; no tile is cut. */
export const WhereRoomIsShort: StoryObj = {
  loaders: [load],
  render: (_args, { loaded }) => (
    <>
      {[1200, 720, 500].map((width) => (
        <div key={width} data-room={width}>
          <OnCanvas {...(loaded as unknown as Loaded)} width={width} />
        </div>
      ))}
    </>
  ),
  // One document three times.
  parameters: { a11y: { test: 'off' } },
  play: async ({ canvasElement }) => {
    const seen = (room: number) => {
      const grid = canvasElement.querySelector<HTMLElement>(
        `[data-room="${room}"] [data-canvas-section="main"] [data-cell]`,
      )?.parentElement as HTMLElement
      const page = grid.closest<HTMLElement>('[data-canvas-section]')?.parentElement as HTMLElement
      const { width, right } = grid.getBoundingClientRect()
      return {
        laidOut: grid.offsetWidth,
        scale: Math.round((100 * width) / grid.offsetWidth) / 100,
        isWhole: right <= page.getBoundingClientRect().right,
      }
    }
    await waitFor(() => expect(seen(720).scale).toBeLessThan(1))
    const [wide, short, shortest] = [seen(1200), seen(720), seen(500)]
    await expect([wide.scale, wide.isWhole, short.isWhole, shortest.scale]).toEqual([1, true, true, 0.7])
    await expect(short.scale).toBeGreaterThan(0.7)
    await expect(short.laidOut).toBeGreaterThan(900)
  },
}

/**
 * What a key in the JSON draws: one tile where it is in a widget, none where it is elsewhere; and no figure where none
 * is another.
 */
export const OneKeyOneTile: StoryObj = {
  loaders: [load],
  render: (_args, { loaded }) => <OnCanvas {...(loaded as unknown as Loaded)} />,
  play: async ({ canvasElement, loaded }) => {
    const { editor, drawn } = loaded as unknown as Loaded
    await waitFor(() =>
      expect(canvasElement.querySelectorAll('[data-cell] section[data-state="ready"]')).toHaveLength(WIDGETS),
    )
    let charts = 0
    canvasElement.addEventListener(DRAWN_EVENT, () => {
      charts++
    })
    const frames = () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done))
      })
    const type = async (from: string, to: string, isSeen: () => boolean) => {
      // What came with the answers is drawn.
      await frames()
      drawn.length = 0
      charts = 0
      editor.setText(editor.store.getState().text.replace(from, to))
      await waitFor(() => expect(isSeen()).toBe(true))
      await frames()
      return { drawn: [...drawn], charts }
    }
    const heading = (id: string) => canvasElement.querySelector(`[data-cell="${id}"] h3`)?.textContent
    await expect(await type('"Panel 1"', '"Panel uno"', () => heading('w1') === 'Panel uno')).toEqual({
      drawn: ['1/1'],
      charts: 0,
    })
    await expect(await type('"Panel 2"', '"Panel dos"', () => heading('w2') === 'Panel dos')).toEqual({
      drawn: ['1/5'],
      charts: 0,
    })
    await expect(await type('["ins"]', '["visits"]', () => charts > 0)).toEqual({ drawn: ['1/1'], charts: 1 })
    await expect(
      await type(
        '"Por tienda"',
        '"Por local"',
        () => canvasElement.querySelector('[data-canvas-section="main"] h2')?.textContent === 'Por local',
      ),
    ).toEqual({ drawn: [], charts: 0 })
  },
}
