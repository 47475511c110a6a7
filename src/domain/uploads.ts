/**
 * Uploaded files: the kinds, how each is written, and who may use which (spec 2, sections 2, 5 and 9).
 */

export const UPLOAD_KINDS = ['offersOrders', 'investment', 'ticketsHourly', 'ticketsDaily'] as const
export type UploadKind = (typeof UPLOAD_KINDS)[number]

/** How offers and orders are written, in the order in which they are offered. */
export const OFFER_MODES = ['SINGLE', 'SEPARATED', 'CSV', 'SINGLE_HME', 'CSV_MULTICLIENT', 'SEPARATED_OLD'] as const
export type OfferMode = (typeof OFFER_MODES)[number]

/** Feeds about several clients, and the old workbook: administrators only. */
const ADMIN_MODES: ReadonlySet<OfferMode> = new Set<OfferMode>(['SINGLE_HME', 'CSV_MULTICLIENT', 'SEPARATED_OLD'])

export const offerModesFor = (isAdmin: boolean): OfferMode[] =>
  OFFER_MODES.filter((mode) => isAdmin || !ADMIN_MODES.has(mode))
export const mayUseMode = (mode: OfferMode, isAdmin: boolean): boolean => isAdmin || !ADMIN_MODES.has(mode)
/** The mode as it is, or the first allowed one. */
export const allowedMode = (mode: OfferMode, isAdmin: boolean): OfferMode =>
  mayUseMode(mode, isAdmin) ? mode : offerModesFor(isAdmin)[0]!

/** Replaces the client in the URL: a feed says itself whose its rows are. */
export const targetOf = (mode: OfferMode, client: number | null): string | null =>
  mode === 'SINGLE_HME' ? 'hme' : mode === 'CSV_MULTICLIENT' ? 'multiclient' : client === null ? null : String(client)
export const needsClient = (kind: UploadKind, mode: OfferMode): boolean =>
  kind !== 'offersOrders' || (mode !== 'SINGLE_HME' && mode !== 'CSV_MULTICLIENT')

/** Text with `;` and no header, or a workbook with one. */
export const isText = (kind: UploadKind, mode: OfferMode): boolean =>
  kind === 'offersOrders' ? mode === 'CSV' || mode === 'CSV_MULTICLIENT' : kind !== 'investment'

/** First day that can be meant. */
export const UPLOAD_FIRST_DATE = '2014-01-01'
/** Rows of each list that a check shows. */
export const UPLOAD_PREVIEW_ROWS = 10
/** More missing ids than this are folded away. */
export const UPLOAD_MISSING_SHOWN = 3
/** A workbook is small; a million rows of text are not. */
export const UPLOAD_MAX_BYTES = { text: 64_000_000, workbook: 20_000_000 } as const

export const INVESTMENT_CONCEPTS = [
  'Affilitation',
  'TV',
  'Cinema',
  'Display',
  'Other',
  'Outdoor',
  'Press',
  'Radio',
  'SEM',
  'Social',
] as const

/** The importers whose feeds are taken, as they write themselves; see docs/decisions/0023-uploads.md. */
export const IMPORTER_COMPANIES = [
  'Hyundai Motor España',
  'Kia Iberia',
  'Toyota España',
  'Nissan Iberia',
  'Mazda Automóviles España',
] as const

export interface SheetFormat {
  /** The sheet's name; null = the only one of the workbook. */
  readonly name: string | null
  readonly columns: readonly string[]
}

export const OFFER_SHEETS: Readonly<Partial<Record<OfferMode, readonly SheetFormat[]>>> = {
  SINGLE: [{ name: null, columns: ['Code', 'Date', 'Offers', 'Orders'] }],
  SEPARATED: [
    { name: 'OFFERS', columns: ['Code', 'Date', 'Offers'] },
    { name: 'ORDERS', columns: ['Code', 'Date', 'Orders'] },
  ],
  SINGLE_HME: [{ name: null, columns: ['Company Name', 'Created On', 'Dealer Code', 'Offer Qty.', 'Order Qty.'] }],
  SEPARATED_OLD: [
    { name: 'PEDIDOS', columns: ['ID', 'Id antiguo', 'Fecha Matr.', 'Cuenta de Matrícula'] },
    { name: 'OFERTAS', columns: ['ID', 'Id antiguo', 'Fecha corta', 'Cuenta de Modelo'] },
  ],
}
export const INVESTMENT_SHEET: SheetFormat = { name: null, columns: ['Date', 'Investment', 'Concept'] }

/** The columns of a text file, in their order. */
export const TEXT_COLUMNS = {
  CSV: ['Code', 'Date', 'Offers', 'Orders'],
  CSV_MULTICLIENT: ['Code', 'Date', 'Offers', 'Orders', 'Client'],
  ticketsHourly: ['Code', 'Date', 'Hour', 'UTC offset', 'Tickets'],
  ticketsDaily: ['Code', 'Date', 'Tickets'],
} as const
/** What a file of tickets may have after its columns; an empty value is omitted. */
export const OPTIONAL_TEXT_COLUMNS = ['Sales', 'Units'] as const
