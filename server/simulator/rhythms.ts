/** How a kind of local lives: when it is open, who passes, who comes in and what is counted there. */
export type Rhythm = 'street' | 'split' | 'mall' | 'food' | 'dealer' | 'office' | 'museum' | 'always' | 'events'

export interface Shift {
  readonly weekDay: number
  readonly opening: string
  readonly closing: string
}

const shifts = (days: readonly number[], ...spans: readonly (readonly [string, string])[]): Shift[] =>
  days.flatMap((weekDay) => spans.map(([opening, closing]) => ({ weekDay, opening, closing })))

const WORKDAYS = [1, 2, 3, 4, 5]
const TO_SATURDAY = [...WORKDAYS, 6]
const ALL = [...TO_SATURDAY, 7]

interface Habits {
  readonly shifts: readonly Shift[]
  /** Relative traffic by hour of the day and by weekday (Monday first); mean about 1 in open hours. */
  readonly hours: readonly number[]
  readonly days: readonly number[]
  /** Share of entries that leave before they become a visit. */
  readonly bounce: number
  /** Of the visits, how many stay into the 1st to 4th dwell bin; and seconds in each bin. */
  readonly dwell: readonly [number, number, number, number]
  readonly seconds: readonly [number, number, number, number]
  /** Passers-by are counted. */
  readonly front: boolean
  /** Of the identified visits, how many were here or at the brand before. */
  readonly loyal: number
  /** How much the sales season moves it, 0 to 1. */
  readonly season: number
  readonly openOnHolidays: boolean
}

const STREET = [
  0, 0, 0, 0, 0, 0, 0, 0.2, 0.3, 0.5, 0.7, 0.95, 1.15, 1.1, 0.8, 0.75, 0.85, 1.1, 1.35, 1.45, 1.15, 0.6, 0.3, 0.1,
]
const SHOP_DAYS = [0.85, 0.85, 0.9, 0.95, 1.15, 1.5, 0.9]
const RETAIL = {
  bounce: 0.24,
  dwell: [0.3, 0.42, 0.2, 0.08],
  seconds: [200, 560, 1280, 2500],
  front: true,
  loyal: 0.32,
  season: 1,
} as const

export const RHYTHMS: Readonly<Record<Rhythm, Habits>> = {
  street: {
    ...RETAIL,
    shifts: [...shifts(TO_SATURDAY, ['10:00', '21:00'])],
    hours: STREET,
    days: SHOP_DAYS,
    openOnHolidays: false,
  },
  split: {
    ...RETAIL,
    shifts: [...shifts(WORKDAYS, ['10:00', '14:00'], ['17:00', '20:30']), ...shifts([6], ['10:00', '14:00'])],
    hours: STREET,
    days: SHOP_DAYS,
    openOnHolidays: false,
  },
  mall: {
    ...RETAIL,
    shifts: shifts(ALL, ['10:00', '22:00']),
    hours: STREET,
    days: [0.8, 0.8, 0.85, 0.9, 1.15, 1.6, 1.3],
    dwell: [0.12, 0.24, 0.3, 0.34],
    seconds: [220, 600, 1350, 4100],
    openOnHolidays: true,
  },
  food: {
    ...RETAIL,
    shifts: shifts(ALL, ['07:30', '21:00']),
    openOnHolidays: true,
    season: 0.25,
    loyal: 0.58,
    bounce: 0.15,
    dwell: [0.48, 0.3, 0.16, 0.06],
    hours: [0, 0, 0, 0, 0, 0, 0.2, 0.9, 1.6, 1.4, 1.1, 1.0, 1.1, 1.3, 1.2, 0.7, 0.7, 1.0, 1.2, 1.1, 0.8, 0.3, 0, 0],
    days: [0.95, 0.95, 0.95, 1, 1.05, 1.15, 1],
  },
  dealer: {
    shifts: [...shifts(WORKDAYS, ['09:00', '14:00'], ['16:00', '20:00']), ...shifts([6], ['10:00', '14:00'])],
    days: [1, 0.95, 0.95, 1, 1.1, 1.4, 0],
    hours: [0, 0, 0, 0, 0, 0, 0, 0.3, 0.6, 1, 1.3, 1.4, 1.2, 0.9, 0.5, 0.5, 0.9, 1.2, 1.3, 1, 0.4, 0, 0, 0],
    bounce: 0.12,
    dwell: [0.22, 0.38, 0.28, 0.12],
    seconds: [380, 1150, 2500, 5200],
    front: true,
    loyal: 0.24,
    season: 0.15,
    openOnHolidays: false,
  },
  office: {
    shifts: shifts(WORKDAYS, ['07:00', '20:00']),
    days: [0.9, 1.15, 1.15, 1.05, 0.75, 0.1, 0.05],
    hours: [0, 0, 0, 0, 0, 0, 0.4, 1.4, 2.6, 2.4, 1.1, 0.8, 0.7, 0.9, 1.3, 1.0, 0.7, 0.5, 0.4, 0.2, 0, 0, 0, 0],
    bounce: 0.04,
    dwell: [0.08, 0.12, 0.2, 0.6],
    seconds: [200, 600, 1300, 9000],
    front: false,
    loyal: 0.88,
    season: 0,
    openOnHolidays: false,
  },
  museum: {
    shifts: shifts([2, 3, 4, 5, 6, 7], ['10:00', '19:00']),
    days: [0, 0.8, 0.85, 0.95, 1, 1.35, 1.3],
    hours: [0, 0, 0, 0, 0, 0, 0, 0, 0.2, 0.5, 1.1, 1.4, 1.3, 0.9, 0.7, 0.8, 1.1, 1.2, 0.8, 0.2, 0, 0, 0, 0],
    bounce: 0.06,
    dwell: [0.06, 0.22, 0.44, 0.28],
    seconds: [420, 1250, 2700, 5600],
    front: true,
    loyal: 0.08,
    season: 0.2,
    openOnHolidays: true,
  },
  always: {
    shifts: shifts(ALL, ['00:00', '23:59']),
    days: [0.95, 0.95, 0.98, 1, 1.1, 1.2, 0.82],
    hours: [
      0.18, 0.1, 0.07, 0.06, 0.08, 0.18, 0.45, 0.85, 1.3, 1.35, 1.4, 1.5, 1.6, 1.5, 1.3, 1.2, 1.35, 1.6, 1.8, 1.75, 1.5,
      1, 0.6, 0.35,
    ],
    bounce: 0.3,
    dwell: [0.5, 0.3, 0.14, 0.06],
    seconds: [180, 560, 1300, 2900],
    front: true,
    loyal: 0.5,
    season: 0.3,
    openOnHolidays: true,
  },
  events: {
    shifts: [...shifts([5], ['17:00', '23:59']), ...shifts([6, 7], ['11:00', '23:59'])],
    days: [0, 0, 0, 0, 1, 1.5, 0.9],
    hours: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.2, 0.5, 0.7, 0.8, 0.7, 0.6, 0.8, 1.1, 1.6, 2, 1.9, 1.3, 0.7, 0.3],
    bounce: 0.07,
    dwell: [0.05, 0.12, 0.28, 0.55],
    seconds: [240, 620, 1380, 6400],
    front: true,
    loyal: 0.12,
    season: 0.1,
    openOnHolidays: true,
  },
}
