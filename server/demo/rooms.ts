/**
 * Data that files would report of the demo's buildings and dealers: people inside by the minute, where occupancy is
 * what matters, and registrations by month.
 */
import { monthNumber } from '#domain/days'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { FactStore } from '../facts/store.ts'

/** Days of people by the minute: two months can be compared. */
const MINUTE_DAYS = 70
/** Years of figures by month: each window of twelve months has one before it, three times. */
const MONTH_YEARS = 4

const BUILDINGS: ReadonlySet<Client['type']> = new Set(['office', 'expo', 'events'])
/** Brands that there are not, with the registrations of a usual month. */
const CARS = { Alborada: 310, Brisa: 270, Cierzo: 240, Dársena: 180, Estela: 150, Faro: 90, Gavia: 60 }
/** Markets, in parts of a hundred. */
const MARKETS = { Aragón: 22, Catalunya: 41, 'Comunitat Valenciana': 37 }

const idsOf = (clients: readonly Client[], isWanted: (client: Client) => boolean) =>
  clients.filter(isWanted).map(({ id }) => id)

type Facts = Pick<FactStore, 'demo'>

/** People inside are who came in less who went out. Minutes that are there already stay. */
export async function demoMinutes({ demo }: Facts, clients: readonly Client[], nowMs: number): Promise<void> {
  const buildings = idsOf(clients, ({ type }) => BUILDINGS.has(type))
  if (buildings.length === 0) return
  const fromDay = Math.floor(nowMs / 86_400_000) - MINUTE_DAYS
  await demo.minutes({ clients: buildings, fromDay, now: Math.floor(nowMs / 1000) })
}

/** Registrations of cars by market, brand and month up to the last complete month. */
export async function demoMonths({ demo }: Facts, clients: readonly Client[], nowMs: number): Promise<void> {
  const dealers = idsOf(clients, ({ type }) => type === 'automotive')
  if (dealers.length === 0) return
  const last = monthNumber(Math.floor(nowMs / 86_400_000)) - 1
  const from = last - 12 * MONTH_YEARS + 1
  await demo.months({ clients: dealers, markets: MARKETS, items: CARS, from, to: last + 1 })
}
