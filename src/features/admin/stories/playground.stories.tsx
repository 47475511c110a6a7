import type { Meta, StoryObj } from '@storybook/react-vite'
import { fromRows } from '#domain/frame-build'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { answers, At, refusing, say } from '../../../../.storybook/pages.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { PlaygroundPage, type PlaygroundPorts } from '../playground/page.tsx'
import { sampleApi } from './sample.ts'

const meta = { title: 'Admin/Playground', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const COLUMNS = [
  { id: 'local', type: 'int', role: 'dim', unit: 'id' },
  { id: 'day', type: 'day', role: 'dim' },
  { id: 'ins', type: 'int', role: 'measure', unit: 'count' },
] as const
const SOURCES: PlaygroundPorts['sources'] = [
  { name: 'clients.list', args: {}, columns: [] },
  {
    name: 'compare.ins',
    args: {
      client: { type: 'id', required: true },
      locals: { type: 'ids', required: true },
      p1Start: { type: 'date' },
    },
    columns: COLUMNS,
  },
  {
    name: 'traffic',
    args: {
      stores: { type: 'text', words: { of: ['all', 'same'] } },
      by: { type: 'text', required: true, words: { of: ['local', 'day', 'hour'], isList: true } },
    },
    columns: COLUMNS,
  },
]
const asked = fn<PlaygroundPorts['ask']>(() =>
  Promise.resolve({
    frame: fromRows(COLUMNS, [
      [1, 20_777, 1204],
      [2, 20_777, null],
    ]),
    rows: 4380,
    bytes: 61_440,
    waitedMs: 84.2,
    openedMs: 3.1,
    path: '/api/compare/metrics/ins?client=1&locals=1%2C2',
  }),
)
const page = (address: string, part: Partial<PlaygroundPorts> = {}): Story => ({
  beforeEach: () => {
    asked.mockClear()
  },
  render: () => (
    <AdminFrame ports={{ api: sampleApi(), me: { id: 1 }, unbuilt: new Set(), say, save: fn() }} queries={answers()}>
      <At address={address}>
        <PlaygroundPage sources={SOURCES} ask={asked} origin="https://aforo.example.com" {...part} />
      </At>
    </AdminFrame>
  ),
})

export const Begin: Story = page('/page')

export const WhatIsWrong: Story = {
  ...page('/page?source=compare.ins'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: /p1Start/ }), '2026-13-40')
    await userEvent.click(canvas.getByRole('button', { name: 'Preguntar' }))
    await canvas.findByText('No es una fecha.')
    await expect(canvas.getAllByText('Hace falta')).toHaveLength(2)
    await expect(asked).not.toHaveBeenCalled()
  },
}

/**
 * Where a source knows the words of an argument, they are chosen; a word of the address that it does not know is said.
 */
export const Words: Story = {
  ...page('/page?source=traffic&by=local,lokal'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const body = within(document.body)
    await userEvent.click(await canvas.findByRole('button', { name: 'Preguntar' }))
    await canvas.findByText('No lo admite esta fuente: lokal')
    await expect(asked).not.toHaveBeenCalled()
    await userEvent.click(canvas.getByRole('button', { name: /by/ }))
    await userEvent.click(await body.findByRole('option', { name: 'day' }))
    await userEvent.click(await body.findByRole('button', { name: /lokal/ }))
    await userEvent.keyboard('{Escape}')
    await userEvent.click(canvas.getByRole('button', { name: /stores/ }))
    await userEvent.click(await body.findByRole('option', { name: 'same' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Preguntar' }))
    await waitFor(() =>
      expect(asked).toHaveBeenCalledWith('traffic', { by: 'local,day', stores: 'same' }, expect.anything()),
    )
  },
}

/** The address has all of it: opened again, the question is there. */
export const Answered: Story = {
  ...page('/page?source=compare.ins&client=1&locals=1,2'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Preguntar' }))
    await waitFor(() =>
      expect(asked).toHaveBeenCalledWith('compare.ins', { client: 1, locals: [1, 2] }, expect.anything()),
    )
    await canvas.findByText(/4\.?380 filas · 60 KB · 84 ms/)
    await canvas.findByText('2026-11-20', { selector: 'tr:first-child td' })
    await canvas.findByText(/Las primeras 2 de 4\.?380/)
    await canvas.findByText(/curl 'https:\/\/aforo\.example\.com\/api\/compare\/metrics\/ins\?client=1&locals=1%2C2'/)
  },
}

export const Refused: Story = {
  ...page('/page?source=clients.list', { ask: refusing('CLIENT_NOT_FOUND') }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Preguntar' }))
    await canvas.findByText(/cliente/i)
  },
}
