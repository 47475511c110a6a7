/** Others who edit the same dashboard are named; another draft of the same user continues here, as one step. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { formatLayout } from '#engine/core/document/format'
import type { Coeditor, ConflictSlotProps, EditPorts } from '../ports.ts'
import { sampleDocument, Stage, stagePorts } from './test-support/stage.tsx'

const a11y = { config: { rules: [{ id: 'label-content-name-mismatch', enabled: false }] } }
const meta = {
  title: 'Editor/Together',
  parameters: { layout: 'fullscreen', docs: { disable: true }, a11y },
} satisfies Meta
export default meta

const SINCE = Date.parse('2026-11-16T10:32:00Z')
const OTHERS: readonly Coeditor[] = [
  { name: 'ana.lopez@example.com', isSelf: false, since: SINCE },
  { name: 'demo@example.com', isSelf: true, since: SINCE },
  { name: 'eva@example.com', isSelf: false, since: SINCE },
  { name: 'iker@example.com', isSelf: false, since: SINCE },
  { name: 'zoe@example.com', isSelf: false, since: SINCE },
]
const theirs = formatLayout({ ...sampleDocument(2), name: 'Del teléfono' })

function Together({ ports }: { ports: EditPorts }) {
  const [isResolved, setResolved] = useState(false)
  const [beat] = useState(() => () => Promise.resolve(OTHERS))
  const conflict = ({ onAdopt }: ConflictSlotProps) => (
    <button
      type="button"
      onClick={() => {
        setResolved(true)
        onAdopt({ text: theirs, baseRevision: 1 }, formatLayout(sampleDocument(2)))
      }}
    >
      Take theirs
    </button>
  )
  return (
    <Stage
      ports={ports}
      opened={{ text: formatLayout(sampleDocument(2)), revision: 1 }}
      beat={beat}
      conflict={isResolved ? undefined : conflict}
    />
  )
}

export const Others: StoryObj = {
  loaders: [
    async ({ globals }: { globals: { locale?: string } }) => ({ ports: await stagePorts(globals.locale ?? 'es') }),
  ],
  render: (_args, { loaded }) => <Together ports={(loaded as unknown as { readonly ports: EditPorts }).ports} />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const list = within(await canvas.findByRole('list', { name: 'También editan' }))
    const circles = () =>
      list.getAllByRole('button').map((button) => [button.textContent, button.getAttribute('aria-label')])
    await waitFor(() =>
      expect(circles()).toEqual([
        ['AL', 'ana.lopez@example.com'],
        ['D', 'Tú, en otro dispositivo o ventana'],
        ['E', 'eva@example.com'],
        ['+2', 'iker@example.com y zoe@example.com'],
      ]),
    )
    await userEvent.click(list.getByRole('button', { name: 'ana.lopez@example.com' }))
    await waitFor(() => expect(screen.getByText(/^ana\.lopez@example\.com edita desde las /)).toBeVisible())

    await userEvent.click(canvas.getByRole('button', { name: 'Take theirs' }))
    await waitFor(() => expect(canvas.getByRole('heading', { level: 1 })).toHaveTextContent('Del teléfono'))
    await userEvent.click(canvas.getByRole('button', { name: 'Deshacer: borrador de otro dispositivo' }))
    await waitFor(() => expect(canvas.getByRole('heading', { level: 1 })).toHaveTextContent('Tráfico por tienda'))
  },
}
