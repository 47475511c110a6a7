import type { Meta, StoryObj } from '@storybook/react-vite'
import { AREA_ICONS } from '#ui/icons/areas.tsx'
import { ChartBarIcon } from '#ui/icons/index.tsx'
import { MemoryRouter } from 'react-router'
import { expect, fn, userEvent, within } from 'storybook/test'
import { Day, type DayProps } from './day.tsx'
import { HomePage } from './home-page.tsx'

const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  corporate: ['corporate', 'chatbot', 'corporateReports', 'occupancyDownloads'],
  realTime: ['screens', 'apps', 'occupancy', 'zonesOccupancy'],
  automotive: ['automotive', 'automotiveDownloads'],
  retail: ['bigVenues', 'compare', 'downloads', 'campaigns'],
  management: ['admin', 'status', 'alerts', 'uploads'],
  others: ['transport'],
}
const sectionsOf = (wanted: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(wanted).map(([id, cards]) => ({
    id,
    title: `home:section.${id}`,
    cards: cards.map((card) => ({
      id: card,
      title: `home:screen.${card}`,
      text: `home:text.${card}`,
      icon: AREA_ICONS[card] ?? ChartBarIcon,
      to: `/users/${card}`,
    })),
  }))

const meta = {
  title: 'Pages/Home',
  component: HomePage,
  args: {
    username: 'analyst@aforo.test',
    sections: sectionsOf(SECTIONS),
    unbuilt: [],
    onAgain: fn(() => Promise.resolve()),
    onLogout: fn(),
  },
  decorators: [
    (Story) => (
      <MemoryRouter>
        <Story />
      </MemoryRouter>
    ),
  ],
} satisfies Meta<typeof HomePage>
export default meta
type Story = StoryObj<typeof meta>

export const Everything: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getAllByRole('region')).toHaveLength(6)
    const cards = canvas.getAllByRole('link')
    await expect(cards).toHaveLength(19)
    await expect(
      cards.filter(
        (card) => card.querySelector('svg') === null || (card.querySelector('strong')?.textContent ?? '') === '',
      ),
    ).toEqual([])
  },
}

export const OneCard: Story = { args: { sections: sectionsOf({ retail: ['compare'] }) } }

export const LongName: Story = {
  args: {
    username: 'maria-fernanda.de-los-angeles.villanueva-echeverria@aforo.test',
    sections: sectionsOf({ retail: ['compare', 'downloads'], management: ['status'] }),
  },
}

export const Nothing: Story = {
  args: { username: 'sin.acceso@aforo.test', sections: [] },
  play: async ({ canvasElement, args }) => {
    const [again] = within(canvasElement).getAllByRole('button')
    await userEvent.click(again as HTMLElement)
    await expect(args.onAgain).toHaveBeenCalledOnce()
  },
}

export const GrantedWithoutScreens: Story = {
  args: { username: 'office@aforo.test', sections: [], unbuilt: ['home:screen.corporate', 'home:screen.screens'] },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByText('Tus accesos aún no tienen pantalla')).toBeVisible()
    await expect(canvas.getByText(/Edificios y Pantallas/)).toBeVisible()
    await expect(canvas.queryByText(/nada que abrir/)).toBeNull()
  },
}

const AS_OF = new Date(2026, 10, 20, 9).getTime()
const SPAN = {
  begin: '2026-11-19',
  end: '2026-11-19',
  referenceBegin: '2025-11-20',
  referenceEnd: '2025-11-20',
  stores: 40,
  compared: 38,
  visits: 12_430,
  reference: 11_100,
  change: 11.4,
  noise: false,
  over: 0.961,
  conversion: 18.4,
  conversionReference: 17.9,
  conversionChange: 0.5,
  conversionNoise: false,
  coverage: 0.98,
}
const day: DayProps = {
  failure: null,
  onAgain: fn(),
  expects: { figures: true, alerts: true, devices: true },
  alertsHref: '/alerts',
  statusHref: '/status',
  compareHref: (client, local) => `/compare?client=${client}${local === undefined ? '' : `&locals=${local}`}`,
  home: {
    moreClients: 0,
    figures: [
      {
        client: 1,
        name: 'Moda Norte',
        asOf: AS_OF,
        yesterday: SPAN,
        week: {
          ...SPAN,
          begin: '2026-11-16',
          referenceBegin: '2025-11-17',
          noise: true,
          visits: 48_100,
          reference: 47_900,
          change: 0.4,
          over: 1,
          conversion: null,
          conversionReference: null,
          conversionChange: null,
        },
        movers: [
          { local: 4, name: 'Bilbao Gran Vía', day: '2026-11-19', visits: 912, expected: 410, holiday: 'Fiesta local' },
          { local: 7, name: 'Vigo', day: '2026-11-17', visits: 120, expected: 300, holiday: null },
        ],
        moreMovers: 2,
        gaps: [
          { local: 9, name: 'León', coverage: 0.41 },
          { local: 10, name: 'Lugo', coverage: 0.002 },
          { local: 11, name: 'Soria', coverage: 0 },
        ],
        moreGaps: 0,
        holidays: [{ day: '2026-11-19', name: 'Fiesta local', stores: 3, closed: 0 }],
        campaigns: [{ name: 'Black Friday', begin: '2026-11-18', end: '2026-11-27', isReference: false }],
      },
    ],
    alerts: { open: 0, newest: [] },
    devices: {
      expected: 120,
      down: 1,
      longest: [
        {
          localName: 'León',
          timeZone: 'America/Mexico_City',
          footscan: {
            footscan: 3,
            mac: '00:B0:9D:00:00:01',
            name: 'Puerta',
            area: 1,
            local: 9,
            client: 1,
            status: 'DOWN',
            reason: 'offline',
            since: Date.UTC(2026, 10, 19, 9),
            lastAt: null,
          },
        },
      ],
    },
  },
}

export const StartOfTheDay: Story = {
  args: { day: <Day {...day} /> },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getAllByText(/Mismas tiendas: 38 de 40/)[0]).toBeVisible()
    const brand = within(canvas.getByRole('article', { name: 'Moda Norte' }))
    await expect(brand.getByText(/912 visitas; lo habitual son 410 · Fiesta local/)).toBeVisible()
    await expect(brand.getByRole('link', { name: 'Bilbao Gran Vía' })).toHaveAttribute(
      'href',
      '/compare?client=1&locals=4',
    )
    // Until when was counted, by the part that says it on the dashboards.
    await expect(brand.getByText('Datos hasta')).toBeVisible()
    await expect(brand.getByText('20 nov 2026, 9:00')).toHaveAttribute('datetime', new Date(AS_OF).toISOString())
    await expect(brand.getByText('ayer solo llegó el 41 % de los datos')).toBeVisible()
    await expect(brand.getByText('ayer solo llegó el 1 % de los datos')).toBeVisible()
    await expect(brand.getByText('ayer no llegó ningún dato')).toBeVisible()
    await expect(brand.getByText(/Campaña Black Friday/)).toBeVisible()
    await expect(canvas.getByText('ninguna abierta')).toBeVisible()
    // In the time zone of the store, not of the reader.
    await expect(canvas.getByText(/Puerta · sin conexión · desde.* 0?3:00$/)).toBeVisible()
  },
}

/** Where nothing was ever counted there is nothing to date. */
export const DayWithoutCounts: Story = {
  args: {
    day: (
      <Day
        {...day}
        home={{
          figures: (day.home?.figures ?? []).map((brand) => ({
            ...brand,
            asOf: null,
            yesterday: { ...brand.yesterday, visits: null, stores: 0 },
            week: { ...brand.week, visits: null, stores: 0 },
            movers: [],
            gaps: [],
          })),
          moreClients: 0,
          alerts: null,
          devices: { expected: 0, down: 0, longest: [] },
        }}
        expects={{ figures: true, alerts: false, devices: true }}
        importHref="/users/uploads/import"
      />
    ),
  },
  play: async ({ canvasElement }) => {
    const brand = within(await within(canvasElement).findByRole('article', { name: 'Moda Norte' }))
    await expect(brand.queryByText('Datos hasta')).toBeNull()
    // Not that its stores were closed: that is unknown.
    await expect(brand.getByText('Todavía no hay conteos de esta marca.')).toBeVisible()
    await expect(brand.queryByText('Todas las tiendas estaban cerradas.')).toBeNull()
    await expect(brand.getByRole('link', { name: 'Importar aforos' })).toHaveAttribute('href', '/users/uploads/import')
    await expect(within(canvasElement).getByText('ninguno todavía')).toBeVisible()
  },
}

/** A brand whose counts ended long ago: closed stores and changes are unknown. */
export const DayOfCountsThatEnded: Story = {
  args: {
    day: (
      <Day
        {...day}
        home={{
          figures: (day.home?.figures ?? []).slice(0, 1).map((brand) => ({
            ...brand,
            asOf: new Date(2014, 11, 31, 23).getTime(),
            yesterday: { ...brand.yesterday, visits: null, stores: 0 },
            week: { ...brand.week, visits: null, stores: 0 },
            movers: [],
            gaps: [],
          })),
          moreClients: 0,
          alerts: null,
          devices: null,
        }}
        expects={{ figures: true, alerts: false, devices: false }}
      />
    ),
  },
  play: async ({ canvasElement }) => {
    const brand = within(await within(canvasElement).findByRole('article', { name: 'Moda Norte' }))
    await expect(brand.getByText('31 dic 2014, 23:00')).toBeVisible()
    await expect(brand.getByText('Desde entonces no ha llegado ningún conteo de esta marca.')).toBeVisible()
    await expect(brand.queryByText('Todas las tiendas estaban cerradas.')).toBeNull()
    await expect(brand.queryByText('Nada fuera de lo normal.')).toBeNull()
    await expect(brand.getByRole('link', { name: 'Moda Norte' })).toHaveAttribute('href', '/compare?client=1')
  },
}

/** The first day of a server: there is no brand yet, and who may import sees where one comes from. */
export const DayWithoutBrands: Story = {
  args: {
    day: (
      <Day
        {...day}
        home={{
          figures: [],
          moreClients: 0,
          alerts: null,
          devices: { expected: 0, down: 0, longest: [] },
        }}
        expects={{ figures: true, alerts: false, devices: true }}
        importHref="/users/uploads/import"
      />
    ),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText(/aún no tiene ninguna marca/)
    await expect(canvas.getByRole('link', { name: 'Importar aforos' })).toHaveAttribute('href', '/users/uploads/import')
  },
}

/** A place for each brand of a row, so that nothing jumps when they come. */
export const DayLoading: Story = {
  args: { day: <Day {...day} home={undefined} /> },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findAllByText('Cargando…')).toHaveLength(5)
  },
}

export const DayFailed: Story = {
  args: {
    day: <Day {...day} home={undefined} failure={{ text: 'El servidor no responde.', code: 'SERVER_UNREACHABLE' }} />,
  },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText('SERVER_UNREACHABLE')).toBeVisible()
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Reintentar' }))
    await expect(day.onAgain).toHaveBeenCalled()
  },
}
