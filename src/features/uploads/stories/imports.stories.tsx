import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { answers, At, never, refused, refusing, say } from '../../../../.storybook/pages.tsx'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import type { Import } from '#schemas/generated/entities/import.ts'
import type { ImportsApi } from '../../../api/imports.ts'
import { ImportPage } from '../imports/import-page.tsx'
import { ImportsFrame } from '../imports/imports-frame.tsx'
import {
  failed,
  importsApi,
  loaded,
  loadedMinutes,
  place,
  question,
  reading,
  ready,
  refusedImport,
  report,
  storing,
  undone,
} from './import-sample.ts'

const meta = { title: 'Uploads/Import', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const saves = fn()
const stores = fn()

/** The page at an address, with calls from memory. */
const page = (part: Partial<ImportsApi> = {}, { at = '/page/7', isAdmin = false, mayCompare = true } = {}): Story => ({
  render: () => (
    <ImportsFrame
      ports={{
        api: importsApi(part),
        say,
        isAdmin,
        mayCompare,
        mayOccupancy: true,
        maySee: () => true,
        save: saves,
        onStored: stores,
      }}
      queries={answers()}
    >
      <At address={at}>
        <ImportPage />
      </At>
    </ImportsFrame>
  ),
})
const one = (found: Import, part: Partial<ImportsApi> = {}) => page({ one: () => Promise.resolve(found), ...part })

/** A server in memory: each change is read for a moment, and is what was said. */
function server(first: Import, answer: (settings: ImportSettings) => Import = () => first) {
  let now = first
  const changes = fn((_id: number, settings: ImportSettings) => {
    now = { ...reading, settings }
    return Promise.resolve(now)
  })
  return {
    changes,
    part: {
      one: () => {
        const shown = now
        if (now.state === 'reading') now = answer(now.settings)
        return Promise.resolve(shown)
      },
      change: changes,
    } satisfies Partial<ImportsApi>,
  }
}

/** A long list shows what is in sight: the search brings the rest. */
const choose = async (canvasElement: HTMLElement, field: RegExp, option: RegExp, search?: string) => {
  await userEvent.click(within(canvasElement).getAllByRole('button', { name: field })[0]!)
  if (search !== undefined) await userEvent.type(await screen.findByRole('combobox'), search)
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

export const Begin: Story = {
  ...page({}, { at: '/page', isAdmin: true }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('Contadores del norte', undefined, { timeout: 1 }).catch(() => undefined)
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Leer archivos' })).toBeDisabled())
    await expect(canvas.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Archivos', 'Cómo se leen', 'Lugares', 'Comprobación']),
    )
  },
}

const begins = fn()
export const SendsFiles: Story = {
  ...page(
    {
      begin: (files, settings) => {
        begins(
          files.map(({ name }) => name),
          settings,
        )
        return never()
      },
    },
    { at: '/page', isAdmin: true },
  ),
  play: async ({ canvasElement }) => {
    begins.mockReset()
    const canvas = within(canvasElement)
    await waitFor(() => expect(canvasElement.querySelector('input[type=file]')).not.toBeNull())
    await userEvent
      .setup({ applyAccept: false })
      .upload(canvasElement.querySelector<HTMLInputElement>('input[type=file]')!, [
        new File(['a'], 'enero.csv'),
        new File(['b'], 'febrero.parquet'),
        new File(['b'], 'foto.png'),
      ])
    // A picture is none of the kinds that are read.
    await expect(canvas.getByText(/foto\.png/)).toBeVisible()
    await choose(canvasElement, /Plantilla/, /Contadores del norte/)
    await userEvent.click(canvas.getByRole('radio', { name: 'Cliente nuevo' }))
    await expect(canvas.getByRole('button', { name: 'Leer archivos' })).toBeDisabled()
    await userEvent.type(canvas.getByRole('textbox', { name: /Nombre del cliente/ }), ' Ayuntamiento ')
    await userEvent.click(canvas.getByRole('button', { name: 'Leer archivos' }))
    await canvas.findByText(/Enviando 2 archivos/)
    await expect(begins).toHaveBeenLastCalledWith(['enero.csv', 'febrero.parquet'], {
      newClient: 'Ayuntamiento',
      format: 'Contadores del norte',
    })
  },
}

export const NotSent: Story = {
  ...page({ begin: refusing('FILE_TOO_LARGE') }, { at: '/page?client=1' }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await waitFor(() => expect(canvasElement.querySelector('input[type=file]')).not.toBeNull())
    await userEvent.upload(
      canvasElement.querySelector<HTMLInputElement>('input[type=file]')!,
      new File(['a'], 'enero.csv'),
    )
    // Whose they are is in the address; only administrators make clients.
    await expect(canvas.queryByRole('radio', { name: 'Cliente nuevo' })).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Leer archivos' }))
    await canvas.findByText('Los archivos no se han enviado')
    // Nothing that was chosen is gone.
    await expect(canvas.getByText('enero.csv')).toBeVisible()
    // An import that no account made says where it came from.
    await canvas.findByText('Línea de órdenes')
    await expect(canvas.getByRole('button', { name: 'Leer archivos' })).toBeEnabled()
  },
}

/** As a browser has one that something still writes to. */
class GrowingFile extends File {
  override slice(): Blob {
    return Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) })
  }
}
export const AFileThatGrew: Story = {
  ...page({ begin: refusing('SERVER_UNREACHABLE') }, { at: '/page?client=1' }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await waitFor(() => expect(canvasElement.querySelector('input[type=file]')).not.toBeNull())
    await userEvent.upload(canvasElement.querySelector<HTMLInputElement>('input[type=file]')!, [
      new File(['a'], 'enero.csv'),
      new GrowingFile(['b'], 'febrero.csv'),
    ])
    await userEvent.click(canvas.getByRole('button', { name: 'Leer archivos' }))
    await canvas.findByText('febrero.csv ha cambiado desde que lo elegiste. Elígelo de nuevo cuando esté completo.')
  },
}

export const NoHistory: Story = {
  ...page({ history: () => Promise.resolve([]) }, { at: '/page' }),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('Todavía no se ha importado nada')
  },
}

export const NoClients: Story = {
  ...page({ clients: () => Promise.resolve([]), history: () => Promise.resolve([]) }, { at: '/page' }),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('No hay clientes')
  },
}

/** Where there is no client yet, an administrator makes the first one with the files. */
export const FirstClient: Story = {
  ...page({ clients: () => Promise.resolve([]), history: () => Promise.resolve([]) }, { at: '/page', isAdmin: true }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('radio', { name: 'Cliente nuevo' })).toBeChecked()
    await expect(canvas.getByRole('textbox', { name: /Nombre del cliente/ })).toBeVisible()
  },
}

export const Reading: Story = {
  ...one(reading),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const bar = await canvas.findByRole('progressbar', { name: 'Leyendo los archivos' })
    await expect(bar).toHaveAttribute('aria-valuenow', '620000')
    await expect(canvas.getByRole('button', { name: 'Importar' })).toBeDisabled()
    await expect(canvas.getByRole('button', { name: 'Cancelar importación' })).toBeEnabled()
  },
}

export const Ready: Story = {
  ...one(ready),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const lines = await canvas.findByLabelText('Suma de las líneas')
    // 32 763 lines are 32 595 taken, 30 merged, 18 quarantined and 120 of places left out: nothing is lost.
    await expect([...lines.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
      '32.763',
      '32.595',
      '30',
      '18',
      '120',
    ])
    const people = canvas.getByLabelText('Suma de Entradas')
    await expect([...people.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
      '4.218.930',
      '4.217.311',
      '612',
      '1.007',
    ])
    await userEvent.click(canvas.getByText('Menor que cero'))
    await expect(canvas.getByText(/Gran Vía \| -4/)).toBeVisible()
    await expect(canvas.getByText('Se toma la última línea.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Importar' })).toBeEnabled()
  },
}

const settings = server(ready, (said) => ({
  ...ready,
  settings: { ...ready.settings, ...said },
  found: ready.found.filter((one) => !(one in said)),
}))
/**
 * A column and the zone are corrected while the files are being read: nothing is lost, the guesses stay guesses, and
 * Import waits.
 */
export const Corrected: Story = {
  ...page(settings.part),
  play: async ({ canvasElement }) => {
    settings.changes.mockClear()
    const canvas = within(canvasElement)
    await canvas.findByLabelText('Suma de las líneas')
    await choose(canvasElement, /Temperatura/, /Salidas/)
    await expect(canvas.getByRole('button', { name: 'Importar' })).toBeDisabled()
    await choose(canvasElement, /Zona horaria/, /Atlantic\/Canary/, 'canary')
    await waitFor(() =>
      expect(settings.changes.mock.lastCall?.[1]).toEqual({
        client: 1,
        columns: [{ column: 'Temperatura', use: 'outs' }],
        timeZone: 'Atlantic/Canary',
      }),
    )
    // What it was found to be is still on show while it is read again.
    await expect(canvas.getByLabelText('Suma de las líneas')).toBeVisible()
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Importar' })).toBeEnabled())
    await expect(canvas.getByRole('button', { name: /Temperatura/ })).toHaveTextContent('Salidas')
    await expect(canvas.getByRole('button', { name: /Zona horaria/ })).toHaveTextContent('Atlantic/Canary')
  },
}

const sends = fn(refused)
/** What could not be sent stays as it was chosen, and goes out on a press. */
export const ChangeRefused: Story = {
  ...page({ change: () => sends() }),
  play: async ({ canvasElement }) => {
    sends.mockClear()
    const canvas = within(canvasElement)
    await canvas.findByLabelText('Suma de las líneas')
    await choose(canvasElement, /Qué dice cada línea/, /El paso de una persona/)
    await userEvent.click(await canvas.findByRole('button', { name: 'Reintentar' }))
    await waitFor(() => expect(sends).toHaveBeenCalledTimes(2))
    await expect(canvas.getByRole('button', { name: /Qué dice cada línea/ })).toHaveTextContent(
      'El paso de una persona',
    )
  },
}

const asked = server(refusedImport, (said) => ({
  ...refusedImport,
  settings: { ...refusedImport.settings, ...said },
  questions: refusedImport.questions.filter(({ setting }) => setting === null || !(setting in said)),
}))
export const Refused: Story = {
  ...page(asked.part),
  play: async ({ canvasElement }) => {
    asked.changes.mockClear()
    const canvas = within(canvasElement)
    await canvas.findByText('¿En qué zona horaria están las horas?')
    for (const words of [
      /primero el día o el mes/,
      /parece de lugares y no se usa/,
      /contradice a otra del mismo lugar/,
      /desfase de UTC que la zona horaria/,
      /¿Qué dice cada línea\?/,
      /El mismo archivo está dos veces/,
      /¿Qué cliente recibe/,
    ])
      await expect(canvas.getByText(words)).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Importar' })).toBeNull()
    // The question has its own control, and is gone when it is answered.
    const check = within(canvas.getByRole('region', { name: 'Comprobación' }))
    await userEvent.click(check.getByRole('button', { name: /Zona horaria/ }))
    await userEvent.type(await screen.findByRole('combobox'), 'madrid')
    await userEvent.click(await screen.findByRole('option', { name: /Europe\/Madrid/ }))
    await waitFor(() => expect(asked.changes.mock.lastCall?.[1]).toEqual({ client: 1, timeZone: 'Europe/Madrid' }))
    await waitFor(() => expect(canvas.queryByText('¿En qué zona horaria están las horas?')).toBeNull())
    await userEvent.click(check.getByRole('button', { name: 'Ir a las columnas' }))
    await expect(canvas.getByRole('region', { name: 'Cómo se leen' })).toHaveFocus()
  },
}

const placed = server(ready, (said) => ({
  ...ready,
  settings: { ...ready.settings, ...said },
  found: ready.found.filter((one) => !(one in said)),
}))
export const Places: Story = {
  ...page(placed.part),
  play: async ({ canvasElement }) => {
    placed.changes.mockClear()
    const canvas = within(canvasElement)
    const table = within(await canvas.findByRole('table', { name: 'Adónde va cada lugar' }))
    await expect(table.getByText('Nombre parecido')).toBeVisible()
    await choose(canvasElement, /Adónde va Serrano 12/, /Diagonal/)
    await choose(canvasElement, /Adónde va Almacén/, /Local nuevo/)
    const name = await table.findByRole('textbox', { name: 'Nombre del local nuevo de Almacén' })
    await userEvent.clear(name)
    await userEvent.type(name, 'Outlet')
    await userEvent.tab()
    await choose(canvasElement, /Adónde va Nueva Condomina/, /Unir con otro lugar/)
    await choose(canvasElement, /Lugar con el que se une Nueva Condomina/, /Gran Vía/)
    await waitFor(() =>
      expect(placed.changes.mock.lastCall?.[1].places).toEqual([
        { place: 'Serrano 12', local: 4 },
        { place: 'Almacén', name: 'Outlet' },
        { place: 'Nueva Condomina', name: 'Gran Vía' },
      ]),
    )
    await userEvent.click(table.getByRole('checkbox', { name: 'Elegir Gran Vía' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Dejar fuera' }))
    await waitFor(() =>
      expect(placed.changes.mock.lastCall?.[1].places).toContainEqual({ place: 'Gran Vía', skip: true }),
    )
  },
}

const MANY = Array.from({ length: 2000 }, (_, at) =>
  place(`Contador ${String(at + 1).padStart(4, '0')}`, {
    local: at % 3 === 0 ? null : (at % 4) + 1,
    match: at % 3 === 0 ? 'new' : at % 50 === 1 ? 'similar' : 'name',
  }),
)
export const ManyPlaces: Story = {
  ...one({ ...ready, places: MANY }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const table = within(await canvas.findByRole('table', { name: 'Adónde va cada lugar' }))
    await expect(table.getAllByRole('row')).toHaveLength(26)
    await userEvent.type(canvas.getByRole('searchbox', { name: 'Buscar lugares' }), '1999')
    await waitFor(() => expect(table.getAllByRole('row')).toHaveLength(2))
    await expect(table.getByText('Contador 1999')).toBeVisible()
  },
}

const LONG =
  'Centro comercial y de ocio Nueva Condomina de Murcia, planta baja, puerta giratoria del aparcamiento sur (junto ' +
  'a la oficina de información)'
export const LongNames: Story = {
  ...one({
    ...ready,
    clientName: LONG,
    files: [{ name: `${'contadores-de-personas-'.repeat(6)}2024.csv`, bytes: 1_900_000_000, kind: 'csv' }],
    places: [place(LONG), place(`${LONG} 2`, { local: null, match: 'new', name: `${LONG} 2` })],
    preview: {
      file: 'x.csv',
      sheets: ['Hoja con un nombre bastante largo', 'Otra'],
      header: [LONG, ...Array.from({ length: 24 }, (_, at) => `columna_numero_${at}`)],
      uses: ['sensor', 'time', 'ins', ...Array.from({ length: 22 }, () => null)],
      rows: [[LONG, '2024-01-01 10:00', '12']],
    },
  }),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('table', { name: 'Adónde va cada lugar' })
    // However long a name is, the page is as wide as its room.
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth)
  },
}

const several: Import = {
  ...refusedImport,
  questions: [
    {
      ...question('FILE_EMPTY', 'files', ['FILE_EMPTY: enero.csv is empty.', 'FILE_TWICE: marzo.csv is there twice.']),
      details: {
        files: [
          { file: 'enero.csv', code: 'FILE_EMPTY' },
          { file: 'marzo.csv', code: 'FILE_TWICE' },
        ],
      },
    },
  ],
}
export const SeveralBadFiles: Story = {
  ...one(several),
  play: async ({ canvasElement }) => {
    const check = within(await within(canvasElement).findByRole('region', { name: 'Comprobación' }))
    await check.findByText('2 archivos no se pueden aceptar')
    const said = ['enero.csv', 'marzo.csv'].map((file) => check.getByText(file).closest('li')?.textContent)
    await expect(said).toEqual([
      'enero.csv Un archivo está vacío.',
      'marzo.csv El mismo archivo está dos veces. Envíalo una sola vez.',
    ])
    // What the server wrote in English is for those who look for it.
    await expect(check.getByText(/FILE_TWICE: marzo/)).not.toBeVisible()
  },
}

let phase = 0
/** What other pages know of clients and figures is old when it is stored, not when that was asked for. */
export const Stores: Story = {
  ...page({
    one: () =>
      Promise.resolve([ready, storing, storing, loaded][Math.min(phase, 3)]!).finally(() => {
        if (phase > 0) phase++
      }),
    load: () => {
      phase = 1
      return Promise.resolve(storing)
    },
  }),
  play: async ({ canvasElement }) => {
    phase = 0
    stores.mockReset()
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Importar' }))
    await canvas.findByRole('progressbar', { name: 'Guardando' })
    await expect(stores).not.toHaveBeenCalled()
    const end = await canvas.findByRole('status', { name: 'Los conteos están dentro' })
    await expect(stores).toHaveBeenCalledOnce()
    // The button at the foot of the page is gone: what it led to is in sight and has the focus.
    await waitFor(() => expect(end.parentElement).toHaveFocus())
  },
}

export const Storing: Story = {
  ...one(storing),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByRole('progressbar', { name: 'Guardando' })
    await expect(canvas.queryByRole('button', { name: 'Importar' })).toBeNull()
    await expect(canvas.getByRole('button', { name: 'Cancelar importación' })).toBeEnabled()
    // What is being stored cannot be changed.
    await expect(canvas.queryByRole('button', { name: /Zona horaria/ })).toBeNull()
    await expect(canvas.getByText('Temperatura')).toBeVisible()
  },
}

const undoes = fn(() => Promise.resolve<Import>({ ...loaded, state: 'undoing' }))
export const Loaded: Story = {
  ...one(loaded, { undo: () => undoes() }),
  play: async ({ canvasElement }) => {
    undoes.mockClear()
    const canvas = within(canvasElement)
    const link = await canvas.findByRole('link', { name: /Abrir Comparativa: del 01-01-2025 al 31-01-2025/ })
    await expect(link).toHaveAttribute(
      'href',
      '/users/foot/dashboards/view/foot-compare?client=1&end=2025-1-31&p1=2025-01-01..2025-01-31&p2=2024-12-01..2024-12-31',
    )
    const done = within(canvas.getByRole('status', { name: 'Los conteos están dentro' }))
    await expect(done.getByText('32.410')).toBeVisible()
    await userEvent.click(done.getByRole('button', { name: 'Deshacer' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    // It comes in over a moment.
    await waitFor(() =>
      expect(
        dialog.getByText(/Como mucho 32\.475 horas del 01-01-2024 al 31-01-2025 vuelven a ser lo que eran/),
      ).toBeVisible(),
    )
    await expect(dialog.getByText(/También desaparece el local que creó/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Deshacer' }))
    await waitFor(() => expect(undoes).toHaveBeenCalledOnce())
  },
}

const sold: Import = {
  ...loaded,
  report: { ...report, sums: [...report.sums, { atom: 'tickets', read: 900, stored: 900, outvoted: 0, apart: 0 }] },
}
export const LoadedAndNotShown: Story = {
  ...page({ one: () => Promise.resolve(sold) }, { isAdmin: true }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText(/^Ventas: se ha guardado, pero no se muestra/)
    await expect(canvas.getByRole('link', { name: 'Abrir los módulos de datos' })).toHaveAttribute(
      'href',
      '/users/admin/modules?client=1',
    )
    // Entries are on.
    await expect(canvas.getAllByText(/se ha guardado, pero no se muestra/)).toHaveLength(1)
  },
}

export const LoadedAndShown: Story = {
  ...page({
    one: () => Promise.resolve(sold),
    modules: () => Promise.resolve({ traffic: true, tickets: true }),
  }),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('status', { name: 'Los conteos están dentro' })
    await expect(within(canvasElement).queryByText(/no se muestra/)).toBeNull()
  },
}

export const LoadedWithoutCompare: Story = {
  ...page({ one: () => Promise.resolve(loaded) }, { mayCompare: false }),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('status', { name: 'Los conteos están dentro' })
    await expect(within(canvasElement).queryByRole('link', { name: /Abrir Comparativa/ })).toBeNull()
  },
}

export const LoadedMinutes: Story = {
  ...one(loadedMinutes),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const done = within(await canvas.findByRole('status', { name: 'Los conteos están dentro' }))
    await expect(done.getByText('minutos nuevos')).toBeVisible()
    await expect(done.getByRole('link', { name: /Abrir Ocupación/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/users\/dashboards\/occupancy\?client=/),
    )
    await userEvent.click(done.getByRole('button', { name: 'Deshacer' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await waitFor(() => expect(dialog.getByText(/64\.620 minutos del 01-01-2024 al 31-01-2025/)).toBeVisible())
    await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }))
  },
}

export const Failed: Story = {
  ...one(failed),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('Un archivo no es de un tipo que se pueda leer o está dañado.')
  },
}

/**
 * What an import stored went with its client, or with all its venues: it is not said to be in, and nothing is undone.
 */
export const ClientDeleted: Story = {
  ...one(
    { ...loaded, client: null },
    {
      history: () =>
        Promise.resolve([
          { ...loaded, client: null },
          { ...loaded, id: 8 },
        ]),
    },
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('El cliente se ha eliminado')
    await canvas.findByText(/Lo que esta importación guardó en Nube Moda se fue con él/)
    await expect(canvas.queryByText('Los conteos están dentro')).toBeNull()
    // In the rail, at its check and in the list.
    await expect(await canvas.findAllByText('Eliminada')).toHaveLength(3)
    await expect(canvas.getAllByRole('button', { name: /^Deshacer/ })).toHaveLength(1)
  },
}

export const VenuesDeleted: Story = {
  ...one({ ...loaded, takesBack: { figures: 0, locals: 0 } }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('No queda nada de ella')
    await expect(canvas.queryByText('Los conteos están dentro')).toBeNull()
    await expect(canvas.queryByRole('button', { name: 'Deshacer' })).toBeNull()
  },
}

/** A column of in and out, whose words may mean the other one. */
const passages: Import = {
  ...ready,
  settings: { ...ready.settings, lines: 'passages', columns: [] },
  found: [...ready.found, 'columns'],
  preview: {
    file: 'puertas.csv',
    sheets: [],
    header: ['Hora', 'Tienda', 'Sentido'],
    uses: ['time', 'sensor', 'direction'],
    rows: ['entrada', 'salida', 'entrada', 'parado'].map((word, at) => [`01/01/2024 10:0${at}:17`, 'Gran Vía', word]),
  },
  report: {
    ...report,
    meaning: 'passages',
    contradicting: null,
    apart: [
      {
        reason: 'DIRECTION_UNKNOWN',
        lines: 1,
        first: ['puertas.csv:5  01/01/2024 10:03:17 | Gran Vía | parado'],
      },
    ],
    sums: [
      { atom: 'ins', read: 2, stored: 2, outvoted: 0, apart: 0 },
      { atom: 'outs', read: 1, stored: 1, outvoted: 0, apart: 0 },
    ],
  },
}
/** A minute is no hour, and a sum over minutes is no number of people who came. */
export const ReadyMinutes: Story = {
  ...one({ ...loadedMinutes, state: 'ready', preview: ready.preview }),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('32.595 minutos, del 01-01-2024 al 31-01-2025')
  },
}

export const ReadyDays: Story = {
  ...one({
    ...ready,
    report: {
      ...report,
      meaning: 'daily',
      sums: [...report.sums, { atom: 'outs', read: 9, stored: 9, outvoted: 0, apart: 0 }].map((sum) => ({
        ...sum,
        read: sum.stored,
        outvoted: 0,
        apart: 0,
      })),
    },
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('Entradas: 4.217.311 en 32.595 días, del 01-01-2024 al 31-01-2025')
    // What was replaced or quarantined of nothing is no column.
    const counts = await canvas.findByRole('table', { name: 'Todos los conteos leídos' })
    await expect(within(counts).getAllByRole('columnheader')).toHaveLength(3)
  },
}

const turned = server(passages)
export const Directions: Story = {
  ...page(turned.part),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('button', { name: /Sentido/ })).toHaveTextContent('Entra o sale')
    await canvas.findByText('No dice si entra o sale')
    await choose(canvasElement, /Entradas y salidas en el archivo/, /Al revés/)
    await waitFor(() =>
      expect(turned.changes).toHaveBeenLastCalledWith(7, expect.objectContaining({ directions: 'swapped' })),
    )
  },
}

export const Undone: Story = {
  ...one(undone),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('La importación se ha deshecho')
    await expect(within(canvasElement).queryByRole('button', { name: 'Deshacer' })).toBeNull()
  },
}

export const Cancelled: Story = {
  ...one({ ...ready, state: 'cancelled' }),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('No se ha guardado nada y los archivos se han borrado.')
  },
}

/** One that does not exist, or is another client's. */
export const NotFound: Story = {
  ...page({ one: refusing('IMPORT_NOT_FOUND') }),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('Importación no encontrada')
    await expect(within(canvasElement).queryByRole('button', { name: 'Reintentar' })).toBeNull()
  },
}

const drafts = fn()
export const SavesPreset: Story = {
  ...one(ready, {
    savePreset: (draft) => {
      drafts(draft)
      return importsApi().savePreset(draft)
    },
  }),
  play: async ({ canvasElement }) => {
    drafts.mockReset()
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Guardar como plantilla' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(await dialog.findByRole('textbox', { name: /Nombre/ }), 'Mi contador')
    await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
    // How files are read, without their client.
    await waitFor(() =>
      expect(drafts).toHaveBeenLastCalledWith({
        name: 'Mi contador',
        client: 1,
        settings: {
          format: 'hourly',
          timeZone: 'Europe/Madrid',
          dateOrder: 'dmy',
          separator: ';',
          lines: 'counts',
          columns: [
            { column: 'Fecha', use: 'time' },
            { column: 'Tienda', use: 'sensor' },
            { column: 'Entradas', use: 'ins' },
          ],
        },
      }),
    )
    await screen.findByText('Plantilla Mi contador guardada')
  },
}

const removes = fn(() => Promise.resolve())
export const RemovesPreset: Story = {
  ...page({ removePreset: () => removes() }, { at: '/page' }),
  play: async ({ canvasElement }) => {
    removes.mockClear()
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Gestionar plantillas' }))
    // Those of ours are not among them.
    await expect(await screen.findAllByRole('button', { name: /^Eliminar / })).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Eliminar Contadores del norte' }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Eliminar' }))
    await waitFor(() => expect(removes).toHaveBeenCalledOnce())
  },
}

export const ApartDownload: Story = {
  ...one(ready),
  play: async ({ canvasElement }) => {
    saves.mockReset()
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Descargarlas' }))
    await waitFor(() => expect(saves).toHaveBeenCalledWith('import-7-quarantine.csv', expect.any(Blob)))
  },
}

export const SeveralCounts: Story = {
  ...one({
    ...ready,
    report: {
      ...report,
      sums: [...report.sums, { atom: 'outs', read: 4_100_000, stored: 4_099_000, outvoted: 0, apart: 1000 }],
    },
  }),
  play: async ({ canvasElement }) => {
    const table = within(await within(canvasElement).findByRole('table', { name: 'Todos los conteos leídos' }))
    await expect(table.getAllByRole('row')).toHaveLength(3)
  },
}

/** A file of tickets with a file of its shops. */
export const Tickets: Story = {
  ...one({
    ...ready,
    report: {
      ...report,
      meaning: 'passages',
      sums: [
        { atom: 'tickets', read: 12_495, stored: 12_495, outvoted: 0, apart: 0 },
        { atom: 'sales', read: 630_482_606, stored: 630_482_606, outvoted: 0, apart: 0 },
      ],
      placeFile: {
        file: 'tiendas.csv',
        column: 'id',
        matched: 2,
        of: 3,
        missing: ['19'],
        shared: [{ name: 'Plaza', places: ['17', '18'] }],
      },
    },
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const table = within(await canvas.findByRole('table', { name: 'Todos los conteos leídos' }))
    await expect(table.getAllByRole('cell', { name: '6.304.826,06' })).toHaveLength(2)
    await expect(canvas.getByText('Un ticket')).toBeVisible()
    await expect(
      canvas.getByText(
        'tiendas.csv nombra 2 de 3 lugares. Sin nombre: 19. Varios lugares con un mismo nombre: Plaza (17, 18).',
      ),
    ).toBeVisible()
  },
}
