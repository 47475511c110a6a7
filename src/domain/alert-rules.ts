/**
 * Every kind of alert as data (metrics.md 5.9): its settings with their defaults, its names and its sentence in six
 * languages. Rules, mails, forms and the page are made from this list; what a kind means is in alert-evaluation.ts. A
 * kind whose meaning changes gets a new version, so that an old alert says which one it rests on.
 */
import type { Basis, Places } from './basis.ts'
import type { Language } from './languages.ts'
import type { Completeness } from './completeness.ts'
import { dayNumber } from './days.ts'
import { formatter, type ValueFormat } from './format.ts'
import { writtenDay } from './written.ts'

export const ALERT_KINDS = [
  'deviceDown',
  'totalOutOfBand',
  'coverage',
  'ticketsMissing',
  'conversionOutOfBand',
  'occupancyLimit',
  'figure',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]
/** Kinds that are asked of locals; the other one is asked of a widget (`figure-rule.ts`) and made at one. */
export const LOCAL_KINDS: readonly AlertKind[] = ALERT_KINDS.filter((kind) => kind !== 'figure')
/** The rules a client begins with: one of each, but an occupancy limit is silent without a capacity. */
export const DEFAULT_KINDS: readonly AlertKind[] = LOCAL_KINDS.filter((kind) => kind !== 'occupancyLimit')

export type AlertTexts = Readonly<Record<Language, string>>

export type AlertSettings = Readonly<Record<string, number | string>>

/** Units name what is behind the field; `time` is HH:mm in civil time of the local. */
export type AlertSetting =
  | {
      readonly type: 'number'
      readonly default: number
      readonly min: number
      readonly max: number
      readonly unit: 'minutes' | 'days' | 'percent' | 'points' | 'people'
    }
  | { readonly type: 'time'; readonly default: string }

/** The figure that fired: an alert keeps and shows it for ever. */
export interface AlertFigure {
  readonly value: number | null
  readonly unit: 'minutes' | 'count' | 'percent' | 'people'
  /** The limit, or the forecast with its band. */
  readonly expected: number | null
  readonly low: number | null
  readonly high: number | null
  /** Comparable days behind the forecast; null = it needs none. */
  readonly n: number | null
  /** 0..1. */
  readonly coverage: number | null
  readonly state: Completeness
  /** `alert.<kind>@<version>`. */
  readonly definition: string
  /** Epoch ms. */
  readonly asOf: number | null
  /** The day it is about, `YYYY-MM-DD`; null = now. */
  readonly day: string | null
  /**
   * The days that the forecast rests on, the newest first, `YYYY-MM-DD`; absent where there is none, and of alerts from
   * before they were kept.
   */
  readonly against?: string[]
  /** A footscan and why it is down. */
  readonly device: string | null
  readonly reason: string | null
  /** Of a rule about a figure: what it is called, and where it is seen. */
  readonly widget?: {
    readonly rule: string
    readonly dashboard: string
    /** Query string of the page with the filters of the rule. */
    readonly search: string
    readonly title: string
    readonly column: string
    /** Empty where it is about all of them. */
    readonly row: string
    readonly format: ValueFormat
    /** Where it is of the same stores of two periods, and not of all that were asked about. */
    readonly stores?: Pick<Basis, 'compared' | 'asked' | 'places'>
  }
}

export interface AlertDefinition {
  readonly version: number
  /** The counts it reads; it rests where the data module of one of them is off. */
  readonly reads: readonly string[]
  readonly settings: Readonly<Record<string, AlertSetting>>
  readonly names: AlertTexts
  /** Holes: value, expected, low, high, day, device, reason; of a figure also figure and limit. */
  readonly sentences: AlertTexts
}

const number = (
  value: number,
  min: number,
  max: number,
  unit: Extract<AlertSetting, { type: 'number' }>['unit'],
): AlertSetting => ({ type: 'number', default: value, min, max, unit })
const band = number(99, 80, 99.9, 'percent')

export const ALERT_RULES: Readonly<Record<AlertKind, AlertDefinition>> = {
  deviceDown: {
    version: 1,
    reads: [],
    settings: { minutes: number(60, 15, 1440, 'minutes') },
    names: {
      es: 'Dispositivo caído',
      en: 'Device down',
      pt: 'Dispositivo em baixo',
      cs: 'Výpadek zařízení',
      ca: 'Dispositiu caigut',
      it: 'Dispositivo fuori servizio',
    },
    sentences: {
      es: '{{device}} no cuenta desde hace {{value}} con el local abierto: {{reason}}',
      en: '{{device}} has not counted for {{value}} while the venue is open: {{reason}}',
      pt: '{{device}} não conta há {{value}} com o local aberto: {{reason}}',
      cs: '{{device}} nepočítá už {{value}}, i když je otevřeno: {{reason}}',
      ca: '{{device}} no compta des de fa {{value}} amb el local obert: {{reason}}',
      it: '{{device}} non conta da {{value}} a locale aperto: {{reason}}',
    },
  },
  totalOutOfBand: {
    version: 2,
    reads: ['ins'],
    settings: { days: number(2, 1, 7, 'days'), band },
    names: {
      es: 'Entradas fuera de lo esperado',
      en: 'Entries out of the expected range',
      pt: 'Entradas fora do esperado',
      cs: 'Vstupy mimo očekávané rozmezí',
      ca: 'Entrades fora del que s’esperava',
      it: 'Ingressi fuori dalle attese',
    },
    sentences: {
      es: '{{value}} entradas el {{day}}; se esperaban {{expected}} (entre {{low}} y {{high}})',
      en: '{{value}} entries on {{day}}; {{expected}} were expected ({{low}} to {{high}})',
      pt: '{{value}} entradas em {{day}}; esperavam-se {{expected}} (entre {{low}} e {{high}})',
      cs: '{{day}}: vstupů {{value}}; očekávalo se {{expected}} ({{low}} až {{high}})',
      ca: '{{value}} entrades el {{day}}; se n’esperaven {{expected}} (entre {{low}} i {{high}})',
      it: '{{value}} ingressi il {{day}}; ne erano attesi {{expected}} (tra {{low}} e {{high}})',
    },
  },
  coverage: {
    version: 1,
    reads: ['ins'],
    settings: { percent: number(90, 1, 100, 'percent') },
    names: {
      es: 'Cobertura baja',
      en: 'Low coverage',
      pt: 'Cobertura baixa',
      cs: 'Nízké pokrytí',
      ca: 'Cobertura baixa',
      it: 'Copertura bassa',
    },
    sentences: {
      es: 'Cobertura del {{value}} el {{day}}; se espera al menos el {{expected}}',
      en: 'Coverage of {{value}} on {{day}}; at least {{expected}} is expected',
      pt: 'Cobertura de {{value}} em {{day}}; espera-se pelo menos {{expected}}',
      cs: '{{day}}: pokrytí {{value}}; očekává se alespoň {{expected}}',
      ca: 'Cobertura del {{value}} el {{day}}; s’espera almenys el {{expected}}',
      it: 'Copertura del {{value}} il {{day}}; è atteso almeno il {{expected}}',
    },
  },
  ticketsMissing: {
    version: 1,
    reads: ['visits', 'tickets'],
    settings: { by: { type: 'time', default: '10:00' } },
    names: {
      es: 'Faltan los tickets',
      en: 'Tickets missing',
      pt: 'Faltam os talões',
      cs: 'Chybí účtenky',
      ca: 'Falten els tiquets',
      it: 'Mancano gli scontrini',
    },
    sentences: {
      es: 'No han llegado los tickets del {{day}}',
      en: 'The tickets of {{day}} have not arrived',
      pt: 'Os talões de {{day}} não chegaram',
      cs: 'Účtenky za {{day}} nedorazily',
      ca: 'No han arribat els tiquets del {{day}}',
      it: 'Gli scontrini del {{day}} non sono arrivati',
    },
  },
  conversionOutOfBand: {
    version: 2,
    reads: ['visitsWithTickets', 'tickets'],
    settings: { band },
    names: {
      es: 'Conversión fuera de lo esperado',
      en: 'Conversion out of the expected range',
      pt: 'Conversão fora do esperado',
      cs: 'Konverze mimo očekávané rozmezí',
      ca: 'Conversió fora del que s’esperava',
      it: 'Conversione fuori dalle attese',
    },
    sentences: {
      es: 'Conversión del {{value}} el {{day}}; se esperaba el {{expected}} (entre {{low}} y {{high}})',
      en: 'Conversion of {{value}} on {{day}}; {{expected}} was expected ({{low}} to {{high}})',
      pt: 'Conversão de {{value}} em {{day}}; esperava-se {{expected}} (entre {{low}} e {{high}})',
      cs: '{{day}}: konverze {{value}}; očekávalo se {{expected}} ({{low}} až {{high}})',
      ca: 'Conversió del {{value}} el {{day}}; s’esperava el {{expected}} (entre {{low}} i {{high}})',
      it: 'Conversione del {{value}} il {{day}}; era attesa al {{expected}} (tra {{low}} e {{high}})',
    },
  },
  occupancyLimit: {
    version: 1,
    reads: [],
    // A capacity of 0 is that of the local: without one there is no limit to reach.
    settings: {
      capacity: number(0, 0, 1_000_000, 'people'),
      percent: number(100, 1, 200, 'percent'),
      minutes: number(2, 1, 60, 'minutes'),
      hysteresis: number(3, 0, 50, 'points'),
    },
    names: {
      es: 'Aforo al límite',
      en: 'Occupancy at its limit',
      pt: 'Lotação no limite',
      cs: 'Obsazenost na hranici',
      ca: 'Aforament al límit',
      it: 'Capienza al limite',
    },
    sentences: {
      es: '{{value}} personas dentro; el límite es {{expected}}',
      en: '{{value}} people inside; the limit is {{expected}}',
      pt: '{{value}} pessoas no interior; o limite é {{expected}}',
      cs: 'Uvnitř je {{value}} osob; hranice je {{expected}}',
      ca: '{{value}} persones a dins; el límit és {{expected}}',
      it: '{{value}} persone all’interno; il limite è {{expected}}',
    },
  },
  figure: {
    version: 1,
    reads: [],
    settings: {},
    names: {
      es: 'Cifra de un panel',
      en: 'Figure of a dashboard',
      pt: 'Valor de um painel',
      cs: 'Údaj z panelu',
      ca: 'Xifra d’un panell',
      it: 'Valore di una dashboard',
    },
    sentences: {
      es: '{{figure}}: {{value}}, {{limit}}',
      en: '{{figure}}: {{value}}, {{limit}}',
      pt: '{{figure}}: {{value}}, {{limit}}',
      cs: '{{figure}}: {{value}}, {{limit}}',
      ca: '{{figure}}: {{value}}, {{limit}}',
      it: '{{figure}}: {{value}}, {{limit}}',
    },
  },
}

/** On which side of its limits a figure lies. */
const LIMITS: Readonly<Record<'above' | 'below', AlertTexts>> = {
  above: {
    es: 'por encima de {{high}}',
    en: 'above {{high}}',
    pt: 'acima de {{high}}',
    cs: 'nad {{high}}',
    ca: 'per sobre de {{high}}',
    it: 'sopra {{high}}',
  },
  below: {
    es: 'por debajo de {{low}}',
    en: 'below {{low}}',
    pt: 'abaixo de {{low}}',
    cs: 'pod {{low}}',
    ca: 'per sota de {{low}}',
    it: 'sotto {{low}}',
  },
}

/** Why a device is down, as device health says it. */
export const DOWN_REASONS: Readonly<Record<string, AlertTexts>> = {
  offline: {
    es: 'sin conexión',
    en: 'offline',
    pt: 'sem ligação',
    cs: 'bez spojení',
    ca: 'sense connexió',
    it: 'non connesso',
  },
  silent: {
    es: 'conectado, pero no cuenta a nadie',
    en: 'connected, but counts no one',
    pt: 'ligado, mas não conta ninguém',
    cs: 'připojeno, ale nikoho nepočítá',
    ca: 'connectat, però no compta ningú',
    it: 'connesso, ma non conta nessuno',
  },
  stuck: {
    es: 'repite siempre el mismo valor',
    en: 'repeats the same value',
    pt: 'repete sempre o mesmo valor',
    cs: 'opakuje stále stejnou hodnotu',
    ca: 'repeteix sempre el mateix valor',
    it: 'ripete sempre lo stesso valore',
  },
  oneWay: {
    es: 'solo cuenta en un sentido',
    en: 'counts one way only',
    pt: 'só conta num sentido',
    cs: 'počítá jen jedním směrem',
    ca: 'només compta en un sentit',
    it: 'conta in un solo senso',
  },
  jump: {
    es: 'valores fuera de su perfil',
    en: 'values far from its profile',
    pt: 'valores fora do seu perfil',
    cs: 'hodnoty mimo obvyklý průběh',
    ca: 'valors fora del seu perfil',
    it: 'valori fuori dal suo profilo',
  },
  clockSkew: {
    es: 'reloj desajustado',
    en: 'its clock is wrong',
    pt: 'relógio desacertado',
    cs: 'hodiny jdou špatně',
    ca: 'rellotge desajustat',
    it: 'orologio sfasato',
  },
  fault: {
    es: 'comunica una avería',
    en: 'reports a fault',
    pt: 'comunica uma avaria',
    cs: 'hlásí poruchu',
    ca: 'comunica una avaria',
    it: 'segnala un guasto',
  },
}
const UNKNOWN_REASON: AlertTexts = {
  es: 'causa desconocida',
  en: 'cause unknown',
  pt: 'causa desconhecida',
  cs: 'příčina neznámá',
  ca: 'causa desconeguda',
  it: 'causa sconosciuta',
}

export const isAlertKind = (value: unknown): value is AlertKind => ALERT_KINDS.includes(value as AlertKind)

export const definitionOfAlert = (kind: AlertKind): string => `alert.${kind}@${ALERT_RULES[kind].version}`

export const defaultSettings = (kind: AlertKind): Record<string, number | string> =>
  Object.fromEntries(Object.entries(ALERT_RULES[kind].settings).map(([name, setting]) => [name, setting.default]))

export interface SettingProblem {
  readonly setting: string
  /** The same in every language: a span, a form, or that there is no setting of that name. */
  readonly expected: string
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

function problemOf(setting: AlertSetting, value: number | string): string | null {
  if (setting.type === 'time') return typeof value === 'string' && TIME.test(value) ? null : 'HH:mm'
  return typeof value === 'number' && Number.isFinite(value) && value >= setting.min && value <= setting.max
    ? null
    : `${setting.min}–${setting.max}`
}

/** The settings of a kind with defaults filled in, or the first that does not fit. */
export function readSettings(
  kind: AlertKind,
  given: AlertSettings,
): { readonly settings: AlertSettings } | { readonly problem: SettingProblem } {
  const known = ALERT_RULES[kind].settings
  const stranger = Object.keys(given).find((name) => !Object.hasOwn(known, name))
  if (stranger !== undefined) return { problem: { setting: stranger, expected: Object.keys(known).join(', ') } }
  const settings = { ...defaultSettings(kind), ...given }
  for (const [name, setting] of Object.entries(known)) {
    const expected = problemOf(setting, settings[name] ?? '')
    if (expected !== null) return { problem: { setting: name, expected } }
  }
  return { settings }
}

export const numberSetting = (settings: AlertSettings, name: string): number => Number(settings[name] ?? 0)

/** Minutes up to an hour and a half, then hours. */
function spanText(minutes: number, language: Language): string {
  const [value, unit] =
    minutes < 90 ? ([Math.round(minutes), 'minute'] as const) : ([Math.round(minutes / 60), 'hour'] as const)
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

function figureText(value: number | null, unit: AlertFigure['unit'], language: Language): string {
  if (value === null) return '–'
  if (unit === 'minutes') return spanText(value, language)
  if (unit === 'percent')
    return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(value / 100)
  return formatter(language).exact(value)
}

/** The basis of a forecast: the number of similar days, and the share of its hours where some are missing. */
const BASIS: Readonly<Record<'days' | 'hours', AlertTexts>> = {
  days: {
    es: 'comparado con {{n}} días iguales',
    en: 'compared with {{n}} days like it',
    pt: 'comparado com {{n}} dias iguais',
    cs: 'porovnáno s obdobnými dny: {{n}}',
    ca: 'comparat amb {{n}} dies iguals',
    it: 'confrontato con {{n}} giorni uguali',
  },
  hours: {
    es: 'comparado con {{n}} días iguales en las mismas horas, el {{share}} de las esperadas',
    en: 'compared with {{n}} days like it over the same hours, {{share}} of those expected',
    pt: 'comparado com {{n}} dias iguais nas mesmas horas, {{share}} das esperadas',
    cs: 'porovnáno s obdobnými dny ({{n}}) ve stejných hodinách, {{share}} očekávaných',
    ca: 'comparat amb {{n}} dies iguals en les mateixes hores, el {{share}} de les esperades',
    it: 'confrontato con {{n}} giorni uguali nelle stesse ore, il {{share}} di quelle attese',
  },
}

/** A share that is written as 100 % needs no note. */
const WORTH_SAYING = 0.9995

/** Empty for an alert that is based on no days, or on another definition than today's. */
function basisText(
  kind: AlertKind,
  { n, coverage, expected, definition }: Pick<AlertFigure, 'n' | 'coverage' | 'expected' | 'definition'>,
  language: Language,
): string {
  if (n === null || expected === null || definition !== definitionOfAlert(kind)) return ''
  const hasAllHours = coverage === null || coverage >= WORTH_SAYING || ALERT_RULES[kind].reads.includes('tickets')
  const text = BASIS[hasAllHours ? 'days' : 'hours'][language]
    .replace('{{n}}', String(n))
    .replace('{{share}}', figureText((coverage ?? 1) * 100, 'percent', language))
  return `; ${text}`
}

/** Which stores of two periods a figure is of. */
const SAME: Readonly<Record<Places, AlertTexts>> = {
  stores: {
    es: 'mismas tiendas: {{compared}} de {{asked}}',
    en: 'same stores: {{compared}} of {{asked}}',
    pt: 'mesmas lojas: {{compared}} de {{asked}}',
    cs: 'stejné prodejny: {{compared}} z {{asked}}',
    ca: 'mateixes botigues: {{compared}} de {{asked}}',
    it: 'stessi negozi: {{compared}} di {{asked}}',
  },
  rooms: {
    es: 'mismas salas: {{compared}} de {{asked}}',
    en: 'same rooms: {{compared}} of {{asked}}',
    pt: 'mesmas salas: {{compared}} de {{asked}}',
    cs: 'stejné místnosti: {{compared}} z {{asked}}',
    ca: 'mateixes sales: {{compared}} de {{asked}}',
    it: 'stesse sale: {{compared}} di {{asked}}',
  },
}

/** ` (same stores: 13 of 27)`: a mail is read without the page. */
function sameText(stores: NonNullable<AlertFigure['widget']>['stores'], language: Language): string {
  if (stores === undefined) return ''
  const { compared, asked, places = 'stores' } = stores
  return ` (${SAME[places][language].replace('{{compared}}', `${compared}`).replace('{{asked}}', `${asked}`)})`
}

/** `Entries · Gran Vía: 1,234, above 1,000`. */
function widgetSentence(
  { column, row, format, stores }: NonNullable<AlertFigure['widget']>,
  { value, low, high }: Pick<AlertFigure, 'value' | 'low' | 'high'>,
  language: Language,
): string {
  const written = (one: number | null) =>
    one !== null && format === 'count' ? formatter(language).exact(one) : formatter(language).cell(one, format)
  const side = high !== null && value !== null && value > high ? 'above' : low === null ? 'above' : 'below'
  const words: Record<string, string> = {
    figure: row === '' ? column : `${column} · ${row}`,
    value: written(value),
    limit: LIMITS[side][language].replace('{{high}}', written(high)).replace('{{low}}', written(low)),
  }
  const said = ALERT_RULES.figure.sentences[language].replace(/\{\{(\w+)\}\}/g, (_, name: string) => words[name] ?? '')
  return said + sameText(stores, language)
}

/** Name of a rule in a list: its given name, else its kind. */
export const ruleName = (
  { kind, name }: { readonly kind: AlertKind; readonly name: string | null },
  language: Language,
): string => name ?? ALERT_RULES[kind].names[language]

/** Subject of an alert: the name of its rule at the time, or its kind. */
export const alertName = (kind: AlertKind, { widget }: Pick<AlertFigure, 'widget'>, language: Language): string =>
  ruleName({ kind, name: widget?.rule ?? null }, language)

/** One sentence about what happened, for a mail or a list; dates and numbers in the reader's language. */
export function alertSentence(
  kind: AlertKind,
  { unit, day, device, reason, n, coverage, definition, widget, ...figure }: AlertFigure,
  language: Language,
): string {
  if (widget !== undefined) return widgetSentence(widget, figure, language)
  const words: Record<string, string> = {
    ...Object.fromEntries(
      (['value', 'expected', 'low', 'high'] as const).map((name) => [name, figureText(figure[name], unit, language)]),
    ),
    day: day === null ? '' : writtenDay(dayNumber(day), 'date', language),
    device: device ?? '–',
    reason: (DOWN_REASONS[reason ?? ''] ?? UNKNOWN_REASON)[language],
  }
  const said = ALERT_RULES[kind].sentences[language].replace(/\{\{(\w+)\}\}/g, (_, name: string) => words[name] ?? '')
  return said + basisText(kind, { n, coverage, expected: figure.expected, definition }, language)
}
