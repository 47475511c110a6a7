/** What throws in the editor costs its own place: the other parts, undo and the draft stay usable. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { formatLayout } from '#engine/core/document/format'
import type { Draft } from '../model/drafts.ts'
import type { EditPorts } from '../ports.ts'
import { sampleDocument, Stage, stagePorts } from './test-support/stage.tsx'

// An experimental rule wants all the figures inside a widget in the name of its cell, where the title, the place and
// the state are.
const a11y = { config: { rules: [{ id: 'label-content-name-mismatch', enabled: false }] } }
const meta = {
  title: 'Editor/Failing parts',
  parameters: { layout: 'fullscreen', docs: { disable: true }, a11y },
} satisfies Meta
export default meta

interface Loaded {
  readonly ports: EditPorts
}

/** A text that only this part shows, and what the part is called. */
const PARTS = {
  palette: ['editor:palette.search', 'Widgets'],
  canvas: ['editor:section.add', 'Lienzo'],
  panel: ['editor-panels:settings.name', 'Ajustes'],
  json: ['editor-panels:json.keys', 'Documento JSON'],
  sizes: ['editor:size.isDerived', 'Tamaños'],
} as const

const broken = new Set<string>()
const keep = fn<(draft: Draft) => Promise<void>>()
const failed = (canvas: ReturnType<typeof within>, part: keyof typeof PARTS) =>
  canvas.findByText(`No se ha podido mostrar ${PARTS[part][1]}.`, {}, { timeout: 10_000 })
const retry = async (alert: HTMLElement) =>
  userEvent.click(within(alert.closest('[role=alert]') as HTMLElement).getByRole('button', { name: 'Reintentar' }))

const story = (...parts: readonly (keyof typeof PARTS)[]): StoryObj => ({
  loaders: [
    async ({ globals }: { globals: { locale?: string } }): Promise<Loaded> => ({
      ports: await stagePorts(globals.locale ?? 'es'),
    }),
  ],
  beforeEach: () => {
    keep.mockReset().mockResolvedValue(undefined)
    broken.clear()
    for (const part of parts) broken.add(PARTS[part][0])
  },
  render: (_args, { loaded }) => (
    <Stage
      ports={(loaded as unknown as Loaded).ports}
      opened={{ text: formatLayout(sampleDocument(2)), revision: 1 }}
      draft={{ keepHere: () => undefined, keep, drop: () => Promise.resolve() }}
      broken={broken}
    />
  ),
})

/** The canvas fails: the dashboard is renamed in the panel, undone, and kept; then the canvas is tried again. */
export const TheCanvas: StoryObj = {
  ...story('canvas'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await failed(canvas, 'canvas')
    await expect(canvas.getByRole('searchbox', { name: 'Buscar un widget' })).toBeVisible()
    const name = canvas.getByRole('textbox', { name: /^Nombre/ })
    await userEvent.clear(name)
    await userEvent.type(name, 'Otro nombre')
    await expect(canvas.getByRole('heading', { level: 1, name: 'Otro nombre' })).toBeVisible()
    await waitFor(() => expect(keep.mock.calls.at(-1)?.[0].text).toContain('"Otro nombre"'), { timeout: 5000 })
    await userEvent.click(canvas.getByRole('button', { name: /^Deshacer: / }))
    await expect(await canvas.findByRole('heading', { level: 1, name: 'Tráfico por tienda' })).toBeVisible()
    broken.clear()
    await retry(await failed(canvas, 'canvas'))
    await expect(await canvas.findByRole('option', { name: /^Panel 1/ })).toBeVisible()
  },
}

/**
 * Every panel fails: the canvas is edited by keys, each panel says so in its place, and another selection tries the
 * panel again.
 */
export const ThePanels: StoryObj = {
  ...story('palette', 'panel', 'json', 'sizes'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'JSON' }))
    for (const part of ['palette', 'panel', 'json'] as const) await failed(canvas, part)
    const first = await canvas.findByRole('option', { name: /^Panel 1, columna 1, fila 1/ })
    first.focus()
    await userEvent.keyboard('m{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{Enter}')
    await expect(await canvas.findByRole('option', { name: /^Panel 1, columna 5, fila 1/ })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(await canvas.findByRole('textbox', { name: /^Título/ })).toHaveValue('Panel 1')
    await userEvent.click(canvas.getByRole('radio', { name: 'Tamaños' }))
    await failed(canvas, 'sizes')
    await userEvent.click(canvas.getByRole('radio', { name: 'Editar' }))
    broken.delete(PARTS.palette[0])
    await retry(await failed(canvas, 'palette'))
    await expect(await canvas.findByRole('searchbox', { name: 'Buscar un widget' })).toBeVisible()
  },
}
