import { withDefaults } from '#domain/data-modules'
import { dayNumber, isoDay } from '#domain/days'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Catalog, Repositories } from '../catalog.ts'
import { expectedLocals } from '../modules/opening-hours/expected-locals.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { BRANDS, type DemoBrand, type DemoLocal } from './brands.ts'
import type { DemoPlan } from './day.ts'
import { campaignsBetween } from './campaigns.ts'
import { holidaysOf } from './holidays.ts'
import { PLACES, type Place } from './places.ts'
import { RHYTHMS } from '../simulator/rhythms.ts'

/** Two years of history, and holidays for the year to come. */
export const HISTORY_DAYS = 731
const AHEAD_DAYS = 400
/** A demo sensor reports every minute. */
export const REPORT_S = 60

/** The plan of the demo of a data folder; kept in the clients, so that a later start goes on with the same numbers. */
export interface DemoOrigin {
  readonly seed: number
  /** Day on which it was loaded. */
  readonly loadDay: number
}

const markOf = (key: string, { seed, loadDay }: DemoOrigin) => `demo/${key}/${seed}/${isoDay(loadDay)}`
const localCode = (key: string, n: number) => `${key}-${String(n + 1).padStart(2, '0')}`

/** Seed and day of an earlier load, or null when the catalog has no demo. */
export async function demoOrigin(catalog: Pick<Catalog, 'clients'>): Promise<DemoOrigin | null> {
  for (const { externalId } of await catalog.clients.list(SYSTEM_SCOPE)) {
    const match = /^demo\/[A-Z]+\/(\d+)\/(\d{4}-\d\d-\d\d)$/.exec(externalId ?? '')
    if (match) return { seed: Number(match[1]), loadDay: dayNumber(match[2]!) }
  }
  return null
}

/** Writes brands, locals with area, footscan, hours and holidays, and campaigns. */
export async function insertDemoCatalog(repositories: Repositories, origin: DemoOrigin): Promise<Client[]> {
  const clients: Client[] = []
  for (const brand of BRANDS) {
    const client = await repositories.clients.insert(SYSTEM_SCOPE, {
      name: brand.name,
      type: brand.type,
      externalId: markOf(brand.key, origin),
    })
    clients.push(client)
    if (brand.locals.some(({ conversion }) => conversion !== null))
      await repositories.modules.saveClient(SYSTEM_SCOPE, client.id, withDefaults({ tickets: true }))
    for (const [n, spec] of brand.locals.entries()) await insertLocal(repositories, client.id, brand, n, spec, origin)
    if (brand.type !== 'basic') continue
    for (const campaign of campaignsBetween(origin.loadDay - HISTORY_DAYS, origin.loadDay + 60))
      await repositories.campaigns.insert(SYSTEM_SCOPE, { client: client.id, ...campaign })
  }
  return clients
}

/** People for each passer-by who comes in within a usual hour; the others have no capacity of their own. */
const CAPACITIES: Partial<Record<DemoLocal['rhythm'], number>> = {
  street: 0.75,
  split: 0.8,
  mall: 1.6,
  food: 0.6,
  museum: 1.4,
  always: 0.8,
  office: 1,
}
const capacityOf = ({ rhythm, passing, capture }: DemoLocal) =>
  Math.max(10, 5 * Math.round((passing * capture * (CAPACITIES[rhythm] ?? 1)) / 5))

async function insertLocal(
  { locals, areas, fleet, openingHours, holidays }: Repositories,
  client: number,
  brand: DemoBrand,
  n: number,
  spec: DemoLocal,
  { loadDay }: DemoOrigin,
) {
  const place: Place = PLACES[spec.place]
  const ago = (days: number | undefined) => (days === undefined ? null : isoDay(loadDay - days))
  const { locality, region, countryCode, zipCode, lat, lng } = place
  const local = await locals.insert(SYSTEM_SCOPE, {
    client,
    name: spec.name,
    code: localCode(brand.key, n),
    type: spec.type,
    timeZone: place.timeZone,
    paramStatus: spec.paramStatus ?? 'operative',
    openedOn: ago(spec.openedAgo),
    closedOn: ago(spec.closedAgo),
    // A few streets apart, so that pins of one city do not cover each other.
    geo: {
      locality,
      region,
      countryCode,
      zipCode,
      street: spec.street,
      lat: lat + ((n * 7) % 11) * 0.004 - 0.02,
      lng: lng + ((n * 5) % 13) * 0.004 - 0.024,
    },
    additionalInformation: spec.hideFootCompare ? { hideFootCompare: true } : {},
  })
  if (spec.rhythm in CAPACITIES) await locals.saveSettings(SYSTEM_SCOPE, local.id, { capacity: capacityOf(spec) })
  if (spec.paramStatus === 'sold' || spec.paramStatus === 'unknown') return
  const area = await areas.insert(SYSTEM_SCOPE, {
    local: local.id,
    name: spec.rhythm === 'office' ? 'Vestíbulo' : 'Entrada',
  })
  const serial = (BRANDS.indexOf(brand) * 256 + n + 1).toString(16).toUpperCase().padStart(4, '0')
  await fleet.insert(
    SYSTEM_SCOPE,
    {
      area: area.id,
      mac: `02:AF:0E:00:${serial.slice(0, 2)}:${serial.slice(2)}`,
      name: spec.rhythm === 'office' ? 'Torno' : 'Puerta principal',
      kind: 'aforo',
      externalId: null,
      reversed: false,
      reportS: REPORT_S,
      enabled: true,
    },
    (loadDay - HISTORY_DAYS) * 86_400_000,
  )
  await openingHours.insertMany(
    SYSTEM_SCOPE,
    shiftsOf(spec).map((shift) => ({ local: local.id, ...shift })),
  )
  const closed = !RHYTHMS[spec.rhythm].openOnHolidays
  await holidays.insertMany(
    SYSTEM_SCOPE,
    holidaysOf(place, loadDay - HISTORY_DAYS, loadDay + AHEAD_DAYS).map(({ day, name }) => ({
      local: local.id,
      day: isoDay(day),
      name,
      closed: closed && !keepsOpen(spec, isoDay(day)),
    })),
  )
}

/** Shops of the big shopping streets of Madrid, Lisbon and London open on Sundays too. */
function shiftsOf({ rhythm, place }: DemoLocal) {
  const sunday = rhythm === 'street' && (place === 'madrid' || place === 'lisboa' || place === 'london')
  return [...RHYTHMS[rhythm].shifts, ...(sunday ? [{ weekDay: 7, opening: '11:00', closing: '20:00' }] : [])]
}

/** Where shops open on Sundays they open on the holidays before Christmas as well. */
const keepsOpen = ({ rhythm, place }: DemoLocal, day: string) =>
  rhythm === 'street' && place === 'madrid' && /-(12-06|12-08|11-01|10-12)$/.test(day)

/** The demo locals that count, as the generator needs them, from what the catalog says now. */
export async function demoPlans(catalog: Repositories, { loadDay }: DemoOrigin): Promise<DemoPlan[]> {
  const cities = Object.keys(PLACES)
  const clients = await catalog.clients.list(SYSTEM_SCOPE)
  const locals = await catalog.locals.list(SYSTEM_SCOPE)
  const expected = new Map((await expectedLocals(catalog)).map((local) => [local.local, local]))
  let number = 0
  return BRANDS.flatMap((brand) => {
    const client = clients.find(({ externalId }) => externalId?.startsWith(`demo/${brand.key}/`))
    return brand.locals.flatMap((spec, n): DemoPlan[] => {
      number += 1
      const local = locals.find((found) => found.client === client?.id && found.code === localCode(brand.key, n))
      const known = local && expected.get(local.id)
      return known
        ? [{ number, city: cities.indexOf(spec.place), spec, expected: known, startDay: loadDay - HISTORY_DAYS }]
        : []
    })
  })
}
