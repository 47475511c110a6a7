/** Calls that answer from memory, for stories; not part of the product. */
import type { OpeningHourRow } from '#schemas/generated/api/opening-hour-row.ts'
import type { HolidayCalendar } from '#schemas/generated/entities/holiday-calendar.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { ScheduleApi } from '../../../api/schedule.ts'

const local = (id: number, client: number, name: string): Local => ({
  id,
  client,
  name,
  code: `L-${id}`,
  type: 'store',
  paramStatus: 'operative',
  enabled: true,
  timeZone: 'Europe/Madrid',
  externalId: null,
  mapping: null,
  oldId: null,
  alerts: false,
  openedOn: null,
  closedOn: null,
  additionalInformation: {},
  geo: { locality: null, zipCode: null, street: null, countryCode: 'ES', region: null, lat: null, lng: null },
})
/**
 * Client 1: two equal locals, the first with two positions. 2: nothing. 3: locals that differ. 4: one local without
 * positions or hours.
 */
const locals = [
  local(1, 1, 'Gran Vía'),
  local(2, 1, 'Serrano'),
  local(3, 3, 'Colón'),
  local(4, 3, 'Sierpes'),
  local(5, 4, 'Museo'),
]
const areas = [
  { local: 1, area: 10, name: 'Puerta principal' },
  { local: 1, area: 11, name: 'Puerta del garaje' },
  { local: 3, area: 30, name: 'Norte' },
  { local: 3, area: 31, name: 'Sur' },
]
const shift = (
  at: number,
  area: number | null,
  week_day: number,
  opening = '10:00:00',
  closing = '21:00:00',
): OpeningHourRow => ({ local: at, area, week_day, opening, closing })
const week = (at: number) => [1, 2, 3, 4, 5, 6].map((day) => shift(at, null, day))
const rows = [...week(1), ...week(2), shift(3, null, 1), shift(3, 31, 1, '11:00:00', '12:00:00')]
const ofClient = (client: number) => locals.filter((one) => one.client === client)
const isOf = (client: number) => (row: { local: number }) => ofClient(client).some(({ id }) => id === row.local)

const calendar: HolidayCalendar = {
  local: 1,
  year: 2026,
  today: '2026-11-20',
  country: 'ES',
  region: 'MD',
  language: 'es',
  countries: ['ES', 'PT'],
  regions: [
    { code: 'CT', name: 'Cataluña' },
    { code: 'MD', name: 'Comunidad de Madrid' },
  ],
  days: [
    { day: '2026-05-01', name: 'Día del Trabajador', closed: true },
    { day: '2026-12-08', name: 'Inmaculada', closed: false },
    { day: '2026-12-25', name: 'Navidad', closed: true },
  ],
  official: [
    { day: '2026-05-01', name: 'Día del Trabajador', language: 'es' },
    { day: '2026-12-06', name: 'Constitución', language: 'es' },
    { day: '2026-12-07', name: 'Constitución (día sustituto)', language: 'es' },
    { day: '2026-12-08', name: 'Inmaculada', language: 'es' },
    { day: '2026-12-25', name: 'Navidad', language: 'es' },
  ],
}

export const sampleApi = (part: Partial<ScheduleApi> = {}): ScheduleApi => ({
  clients: () =>
    Promise.resolve(
      ['Nube Moda', 'Casa Vacía', 'Casa Alpina', 'Museo Claro'].map((name, at) => ({
        id: at + 1,
        name,
        type: 'basic',
        externalId: null,
        oldId: null,
      })),
    ),
  locals: (client) => Promise.resolve(ofClient(client)),
  areas: (client) => Promise.resolve(areas.filter(isOf(client))),
  hours: (client) => Promise.resolve(rows.filter(isOf(client))),
  saveClient: () => Promise.resolve([]),
  saveLocal: () => Promise.resolve([]),
  saveArea: () => Promise.resolve([]),
  holidays: (id, { country, region, year }) =>
    Promise.resolve({
      ...calendar,
      local: id,
      ...(year !== undefined && { year }),
      ...(country !== undefined && { country, region: region ?? null, official: [], regions: [] }),
    }),
  changeHolidays: (_, { add, remove, everywhere }) =>
    Promise.resolve({ locals: everywhere === true ? 2 : 1, added: add.length, removed: remove.length }),
  ...part,
})
