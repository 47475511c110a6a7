import type { Meta, StoryObj } from '@storybook/react-vite'
import { createStore } from 'zustand/vanilla'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { answers, At, never, refused, say } from '../../../../.storybook/pages.tsx'
import type { ReportsApi } from '../../../api/reports.ts'
import type { Dashboard } from '#engine'
import { toasts } from '#ui'
import { ReportsPage } from '../list-page.tsx'
import { MailDialog } from '../mail-dialog.tsx'
import { MakingDialog } from '../making-dialog.tsx'
import { WEEKLY } from '../ports.ts'
import { PrintHead } from '../print-page.tsx'
import { ReportsFrame } from '../reports-frame.tsx'
import { RUNS, sampleApi, WHAT } from './sample.ts'

const meta = { title: 'Reports/Pages', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const page = (part: Partial<ReportsApi> = {}): Story => ({
  render: () => (
    <ReportsFrame ports={{ api: sampleApi(part), say, save: () => undefined }} queries={answers()}>
      <At>
        <ReportsPage />
      </At>
    </ReportsFrame>
  ),
  beforeEach: () => {
    toasts.clear()
  },
})

export const List: Story = page()
export const Loading: Story = page({ list: never })
export const Failed: Story = page({ list: refused })
export const None: Story = page({ list: () => Promise.resolve([]) })

export const History: Story = {
  ...page(),
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Acciones de Comparativa' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Historial' }))
    await waitFor(() =>
      expect(
        screen.getByText('Algún widget no ha podido mostrar sus datos; un informe incompleto no se envía.'),
      ).toBeVisible(),
    )
    // Its mail has not left yet: why, and when it is tried again.
    await expect(screen.getByText('Aún sin entregar')).toBeVisible()
    await expect(screen.getByText(/se vuelve a intentar en menos de una hora/)).toBeVisible()
    await expect(screen.getByRole('button', { name: /Comparativa_2026-11-16\.pdf/ })).toBeVisible()
    await expect(screen.getAllByText(/^Datos a/).map(({ textContent }) => textContent)).toContain(
      'Datos a 16-11-2026 · 4 páginas',
    )
  },
}

const kept = fn(sampleApi().list)
const removed = fn(async (id: number) => {
  kept.mockResolvedValue((await sampleApi().list()).filter((one) => one.id !== id))
})
/** The row that is deleted leaves the focus to the next one. */
export const Removed: Story = {
  ...page({ list: kept, remove: removed }),
  play: async ({ canvasElement }) => {
    kept.mockImplementation(sampleApi().list)
    const canvas = within(canvasElement)
    const first = await canvas.findByRole('button', { name: 'Acciones de Comparativa' })
    first.focus()
    await userEvent.keyboard('{Enter}')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Eliminar' }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Eliminar' }))
    await waitFor(() => expect(first).not.toBeInTheDocument())
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/^Acciones de Cierre de mes/))
  },
}

export const Edit: Story = {
  render: () => (
    <MailDialog
      api={sampleApi()}
      say={say}
      save={() => undefined}
      what={WHAT}
      cadence={WEEKLY}
      report={{ id: 1, enabled: true }}
      onClose={() => undefined}
    />
  ),
  beforeEach: () => {
    toasts.clear()
  },
  play: async () => {
    await expect(await screen.findByText('Guardado')).toBeInTheDocument()
    await userEvent.type(screen.getByRole('textbox', { name: /^Nombre/ }), ' 2')
    await waitFor(() => expect(screen.getByText('Borrador')).toBeInTheDocument())
  },
}

const add = fn(sampleApi().add)
const closed = fn()
const mailDialog = (part: Partial<ReportsApi>, cadence = WEEKLY): Story => ({
  render: () => (
    <MailDialog
      api={sampleApi(part)}
      say={say}
      save={() => undefined}
      what={{ ...WHAT, mail: null }}
      cadence={cadence}
      onClose={closed}
    />
  ),
  beforeEach: () => {
    add.mockClear()
    closed.mockClear()
    toasts.clear()
  },
})

export const Schedule: Story = {
  ...mailDialog({ add }),
  play: async () => {
    const save = await screen.findByRole('button', { name: 'Guardar programación' })
    await userEvent.click(save)
    await expect(add).not.toHaveBeenCalled()
    const to = screen.getByRole('textbox', { name: /^Para/ })
    await expect(to).toHaveFocus()
    await userEvent.type(to, 'direccion@nubemoda.test')
    await userEvent.click(save)
    await waitFor(() => expect(add).toHaveBeenCalledOnce())
    await expect(add.mock.calls[0]?.[0]).toMatchObject({
      cadence: WEEKLY,
      enabled: true,
      what: {
        dashboard: 'foot-compare',
        formats: ['pdf'],
        mail: { to: ['direccion@nubemoda.test'], subject: 'Comparativa' },
      },
    })
    // It is what the dialog was opened for; that it is done is said at the top right.
    await waitFor(() => expect(closed).toHaveBeenCalledOnce())
    await expect(toasts.messages().map(({ content }) => content)).toEqual(['Envío programado'])
  },
}
export const WithoutChromium: Story = {
  ...mailDialog({ options: async () => ({ pdf: false, mail: true, domains: [] }) }),
  play: async () => {
    await waitFor(() =>
      expect(
        screen.getByText('Este servidor no puede crear un PDF: falta Chromium. Elige las tablas (CSV).'),
      ).toBeVisible(),
    )
    await waitFor(() => expect(screen.getByRole('checkbox', { name: /Tablas/ })).toBeChecked())
  },
}

const making = (part: Partial<ReportsApi>): Story => ({
  render: () => (
    <MakingDialog
      api={sampleApi(part)}
      say={say}
      save={() => undefined}
      what={{ ...WHAT, mail: null }}
      onClose={() => undefined}
    />
  ),
})
export const Making: Story = making({ make: async () => ({ ...RUNS[0]!, status: 'rendering' }), run: never })
export const MakingFailed: Story = making({ make: async () => ({ ...RUNS[0]!, status: 'failed', reason: 'timeout' }) })

const MELBOURNE = { asked: 27, compared: 13, comparing: 25, reference: 15, leftOut: [] }
const paper = (basis: object, traffic: object) => (
  <PrintHead
    dashboard={{ shown: createStore(() => ({ kpi: { kind: 'ready', basis, traffic } })) } as unknown as Dashboard}
    name="Comparativa"
    asOf="28 de noviembre de 2026"
  />
)
/** On paper nothing opens: of which stores and traffic the figures are is said in words. */
export const Printed: Story = {
  render: () => (
    <main>
      {paper({ ...MELBOURNE, stores: 'same' }, { shown: 'people', of: ['people'] })}
      {paper({ ...MELBOURNE, stores: 'all' }, { shown: 'bicycle', of: ['bicycle'] })}
    </main>
  ),
  play: async ({ canvasElement }) => {
    const [same, all] = canvasElement.querySelectorAll('header')
    await expect(same).toHaveTextContent('Comparativa13 de 27 tiendasDatos a 28 de noviembre de 2026')
    await expect(all).toHaveTextContent(
      'ComparativaBicicletasTodas las tiendas: 25 frente a 15 · Las variaciones no se valoran',
    )
  },
}
