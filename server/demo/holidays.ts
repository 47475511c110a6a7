import { civil, dayOf, mondayOf } from '#domain/days'
import type { Place } from './places.ts'

export interface DemoHoliday {
  readonly day: number
  readonly name: string
}

const COUNTRY: Record<Place['countryCode'], { fixed: Record<string, string>; easter: Record<number, string> }> = {
  ES: {
    fixed: {
      '01-01': 'Año Nuevo',
      '01-06': 'Epifanía del Señor',
      '05-01': 'Fiesta del Trabajo',
      '08-15': 'Asunción de la Virgen',
      '10-12': 'Fiesta Nacional de España',
      '11-01': 'Todos los Santos',
      '12-06': 'Día de la Constitución',
      '12-08': 'Inmaculada Concepción',
      '12-25': 'Natividad del Señor',
    },
    easter: { [-2]: 'Viernes Santo' },
  },
  PT: {
    fixed: {
      '01-01': 'Ano Novo',
      '04-25': 'Dia da Liberdade',
      '05-01': 'Dia do Trabalhador',
      '06-10': 'Dia de Portugal',
      '08-15': 'Assunção de Nossa Senhora',
      '10-05': 'Implantação da República',
      '11-01': 'Todos os Santos',
      '12-01': 'Restauração da Independência',
      '12-08': 'Imaculada Conceição',
      '12-25': 'Natal',
    },
    easter: { [-2]: 'Sexta-feira Santa' },
  },
  GB: {
    fixed: { '01-01': "New Year's Day", '12-25': 'Christmas Day', '12-26': 'Boxing Day' },
    easter: { [-2]: 'Good Friday', 1: 'Easter Monday' },
  },
}

/** Easter Sunday of a year as a day number (anonymous Gregorian algorithm, Nature 1876). */
export function easterSunday(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return dayOf(year, Math.floor(f / 31), (f % 31) + 1)
}

/** Holidays of a place between two days, by day; each day once. */
export function holidaysOf(place: Place, fromDay: number, toDay: number): DemoHoliday[] {
  const { fixed, easter } = COUNTRY[place.countryCode]
  const found = new Map<number, string>()
  for (let { year } = civil(fromDay); year <= civil(toDay).year; year += 1) {
    for (const [date, name] of Object.entries({ ...fixed, ...place.fiestas }))
      found.set(dayOf(year, Number(date.slice(0, 2)), Number(date.slice(3))), name)
    for (const [offset, name] of Object.entries(easter)) found.set(easterSunday(year) + Number(offset), name)
    if (place.countryCode === 'GB') {
      const firstMonday = (month: number) => mondayOf(dayOf(year, month, 7))
      found.set(firstMonday(5), 'Early May bank holiday')
      found.set(mondayOf(dayOf(year, 5, 31)), 'Spring bank holiday')
      found.set(mondayOf(dayOf(year, 8, 31)), 'Summer bank holiday')
    }
  }
  return [...found]
    .filter(([day]) => day >= fromDay && day <= toDay)
    .sort(([a], [b]) => a - b)
    .map(([day, name]) => ({ day, name }))
}
