import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useMemo } from 'react'
import { expect, waitFor } from 'storybook/test'
import { formatLayout } from '#engine/core/document/format'
import { DRAWN_EVENT, UiProvider, useUi } from '#ui'
import { Canvas } from '../canvas/canvas.tsx'
import { createLive } from '../canvas/live.ts'
import { createSession } from '../canvas/session.ts'
import { createEditor, type Editor } from '../model/store.ts'
import { EditorContext } from '../model/use-editor.tsx'
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
  /** Names of cells that were worked out: one each time that a cell is drawn. */ readonly drawn: string[]
}

function OnCanvas({ ports, editor, drawn }: Loaded) {
  const { t, locale, theme } = useUi()
  const heard = useMemo(
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
  return (
    <UiProvider t={heard} locale={locale} theme={theme}>
      <EditorContext value={editor}>
        <div style={{ width: 1200, height: 900 }}>
          <Canvas live={live} session={session} services={ports.services} onOpen={() => undefined} empty={null} />
        </div>
      </EditorContext>
    </UiProvider>
  )
}

/**
 * What a key in the JSON draws: one tile where it is in a widget, none where it is elsewhere; and no figure where none
 * is another.
 */
export const OneKeyOneTile: StoryObj = {
  loaders: [
    async ({ globals }: { globals: { locale?: string } }): Promise<Loaded> => {
      const ports = await stagePorts(globals.locale ?? 'es')
      return {
        ports,
        drawn: [],
        editor: createEditor({ text: TEXT, revision: 1, context: ports.context, clock: ports.clock }),
      }
    },
  ],
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
