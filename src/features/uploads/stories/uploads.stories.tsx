import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { colourName } from '../../../../.storybook/colours.ts'
import { answers, At, never, refused, refusing, say } from '../../../../.storybook/pages.tsx'
import type { UploadsApi } from '../../../api/uploads.ts'
import { ManagePage } from '../manage-page.tsx'
import { UploadsFrame } from '../uploads-frame.tsx'
import { badCheck, badInvestment, goodCheck, sampleApi, ticketsCheck } from './sample.ts'

const meta = { title: 'Uploads/Page', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

/** The page at an address, with calls from memory. */
const page = (part: Partial<UploadsApi> = {}, { at = '/page?client=1', isAdmin = false } = {}): Story => ({
  render: () => (
    <UploadsFrame ports={{ api: sampleApi(part), say, isAdmin }} queries={answers()}>
      <At address={at}>
        <ManagePage />
      </At>
    </UploadsFrame>
  ),
})
const shapesIn = (canvasElement: HTMLElement) =>
  [...canvasElement.querySelectorAll<HTMLElement>('[aria-busy]')].map(({ dataset }) => dataset.shape)
const file = (name: string) => new File(['x'], name, { type: '' })
const give = async (canvasElement: HTMLElement, name: string) => {
  await waitFor(() => expect(canvasElement.querySelector('input[type=file]')).not.toBeNull())
  await userEvent.upload(canvasElement.querySelector<HTMLInputElement>('input[type=file]')!, file(name))
}
const load = (canvasElement: HTMLElement) => within(canvasElement).getByRole('button', { name: 'Cargar' })

export const Administrator: Story = page({}, { isAdmin: true, at: '/page?mode=SINGLE_HME' })
/** What is coming has its shape: the form, and the table of what was uploaded. */
export const Loading: Story = {
  ...page({ clients: never }),
  play: ({ canvasElement }) => {
    void expect(shapesIn(canvasElement)).toEqual(['form', 'table'])
  },
}
export const HistoryLoading: Story = {
  ...page({ history: never }),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('button', { name: 'Cargar' })
    // The list of clients may still be loading.
    await waitFor(() => expect(shapesIn(canvasElement)).toEqual(['table']))
  },
}
export const Failed: Story = page({ clients: refused })
export const NoClients: Story = {
  ...page({ clients: () => Promise.resolve([]) }),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('No hay clientes')
  },
}
export const Empty: Story = {
  ...page({ history: () => Promise.resolve([]) }),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('Todavía no se ha cargado nada')
  },
}

export const WrongFile: Story = {
  ...page({ check: () => Promise.resolve(badCheck) }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await give(canvasElement, 'ofertas.xlsx')
    await canvas.findByText('5 identificadores externos no encontrados')
    await expect(canvas.getByText('BCN-9')).not.toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Mostrar los 5' }))
    await expect(canvas.getByText('BCN-9')).toBeVisible()
    await expect(load(canvasElement)).toBeDisabled()
    // The ids of rows that are wrong are red; those that were found are not.
    const colours = ['NUB-07', 'NUB-09', 'NUB-01', 'NUB-02'].map((code) =>
      colourName(getComputedStyle(canvas.getByText(code)).color),
    )
    await expect(colours).toEqual(['red', 'red', 'gray', 'gray'])
    // A file of text is none of these: nothing changes.
    await give(canvasElement, 'ofertas.csv')
    await expect(canvas.getByText('5 identificadores externos no encontrados')).toBeVisible()
  },
}

/** Of the first client the file fits; what the others have to say of it never comes. */
export const BeginsAnew: Story = {
  ...page({
    check: (asked, given) =>
      asked.client === 1 && asked.kind === 'offersOrders' && given.name === 'una.xlsx'
        ? Promise.resolve(goodCheck)
        : never(),
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const choose = async (now: RegExp, next: RegExp) => {
      await userEvent.click(canvas.getByRole('button', { name: now }))
      await userEvent.click(await screen.findByRole('option', { name: next }))
    }
    const counts = () => canvas.queryByLabelText('Resultado de la comprobación')
    const checked = async (name: string) => {
      await give(canvasElement, name)
      await waitFor(() => expect(counts()).not.toBeNull())
      await expect(load(canvasElement)).toBeEnabled()
    }
    const begunAnew = async () => {
      await waitFor(() => expect(counts()).toBeNull())
      await expect(load(canvasElement)).toBeDisabled()
    }
    await checked('una.xlsx')
    await give(canvasElement, 'otra.xlsx')
    await begunAnew()

    await checked('una.xlsx')
    await choose(/Nube Moda/, /Motor Levante/)
    await begunAnew()

    await choose(/Motor Levante/, /Nube Moda/)
    await waitFor(() => expect(counts()).not.toBeNull())
    await userEvent.click(canvas.getAllByRole('button', { name: /Qué se carga/ })[0]!)
    await waitFor(() =>
      expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
        'Ofertas y pedidos',
        'Inversión en marketing',
        'Tickets por hora',
        'Tickets por día',
      ]),
    )
    await userEvent.click(screen.getByRole('option', { name: 'Inversión en marketing' }))
    await begunAnew()
  },
}

/** Investment belongs to a client: its locals are not mentioned. */
export const WrongInvestment: Story = {
  ...page({ check: () => Promise.resolve(badInvestment) }, { at: '/page?kind=investment&client=1' }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await give(canvasElement, 'inversion.xlsx')
    const rows = await canvas.findAllByRole('row')
    await expect(rows.slice(1, 3).map((one) => one.textContent)).toEqual([
      expect.stringContaining('1200,50'),
      expect.stringContaining('–'),
    ])
    await expect(canvas.queryByText('No se han encontrado datos de locales existentes')).toBeNull()
    await expect(canvas.queryByText('Sin local')).toBeNull()
    await expect(load(canvasElement)).toBeDisabled()
  },
}

/** Sales and units are optional: what a row does not tell is a dash, and the format says so. */
export const TicketsWithSales: Story = {
  ...page({ check: () => Promise.resolve(ticketsCheck) }, { at: '/page?kind=ticketsHourly&client=1' }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await give(canvasElement, 'tickets.csv')
    const found = within(await canvas.findByRole('table', { name: /Filas encontradas/ }))
    await expect(
      found
        .getAllByRole('columnheader')
        .slice(-3)
        .map(({ textContent }) => textContent),
    ).toEqual(['Tickets', 'Ventas', 'Unidades'])
    const rows = found
      .getAllByRole('row')
      .slice(1)
      .map((one) =>
        within(one)
          .getAllByRole('cell')
          .slice(-3)
          .map(({ textContent }) => textContent),
      )
    await expect(rows).toEqual([
      ['23', '812,50', '41'],
      ['17', '640,95', '–'],
      ['9', '–', '–'],
    ])
    await expect(canvas.getAllByText('(opcional)').map((one) => one.closest('li')?.textContent)).toEqual([
      'Sales (opcional)',
      'Units (opcional)',
    ])
    await expect(load(canvasElement)).toBeDisabled()
  },
}

const loads = fn()
export const Outcomes: Story = {
  ...page({ load: (...asked) => loads(...asked) as ReturnType<UploadsApi['load']> }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    loads.mockReset()
    const outcomes = [
      [() => sampleApi().load({ kind: 'offersOrders', mode: 'SINGLE', client: 1 }, file('x')), /Archivo procesado/],
      [() => Promise.resolve(null), 'No se han añadido ni modificado ofertas ni pedidos'],
      [refusing('UPLOAD_ROWS_INVALID', { field: 'Offers', count: 1, line: 2 }), 'El campo Offers no es válido'],
      [refused, 'Error'],
    ] as const
    for (const [outcome, words] of outcomes) {
      loads.mockImplementationOnce(outcome)
      await give(canvasElement, 'ofertas.xlsx')
      await waitFor(() => expect(load(canvasElement)).toBeEnabled())
      await userEvent.click(load(canvasElement))
      await canvas.findByText(words)
    }
    await expect(loads).toHaveBeenCalledTimes(4)
    await userEvent.click(canvas.getByRole('button', { name: 'Deshacer ofertas-3.xlsx' }))
    // It comes in over a moment.
    await waitFor(() => expect(screen.getByText(/Se deshará la carga de ofertas-3\.xlsx/)).toBeVisible())
  },
}
