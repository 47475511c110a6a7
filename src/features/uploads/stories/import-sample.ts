/** Imports that answer from memory, for stories; not part of the product. */
import { withDefaults } from '#domain/data-modules'
import type { ImportReport } from '#schemas/generated/entities/import-report.ts'
import type { Import, ImportQuestion } from '#schemas/generated/entities/import.ts'
import type { ImportPlace } from '#schemas/generated/entities/import-place.ts'
import type { ImportPreset } from '#schemas/generated/entities/import-preset.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { ImportsApi } from '../../../api/imports.ts'

export const place = (name: string, part: Partial<ImportPlace> = {}): ImportPlace => ({
  place: name,
  lines: 9_480,
  firstDay: '2024-01-01',
  lastDay: '2025-01-31',
  local: 1,
  name,
  match: 'name',
  ...part,
})

const PLACES: readonly ImportPlace[] = [
  place('Gran Vía'),
  place('Serrano 12', { local: 2, name: 'Serrano', match: 'similar', lines: 9_472 }),
  place('NUB-03', { local: 3, name: 'Preciados', match: 'code' }),
  place('Nueva Condomina', { local: null, match: 'new', lines: 4_211, firstDay: '2024-07-01' }),
  place('Almacén', { local: null, match: 'skipped', lines: 120 }),
]

export const report: ImportReport = {
  lines: 32_763,
  taken: 32_595,
  minutes: 60,
  meaning: 'counts',
  merged: { duplicates: 24, contradictions: 3, skippedHour: 3, partsOfHour: 0 },
  contradicting: {
    rule: 'last',
    first: ['counts.csv:118  2024-01-06 11:00 | Gran Vía | 212', 'counts.csv:9530  2024-01-06 11:00 | Gran Vía | 214'],
  },
  renamed: 12,
  nulls: 8,
  skipped: 120,
  apart: [
    { reason: 'NEGATIVE', lines: 1, first: ['counts.csv:311  2024-01-14 13:00 | Gran Vía | -4'] },
    {
      reason: 'TIME_UNREADABLE',
      lines: 17,
      first: [
        'counts.csv:402  31/02/2024 10:00 | Serrano 12 | 31',
        'counts.csv:403  31/02/2024 11:00 | Serrano 12 | 44',
      ],
    },
  ],
  columns: [
    { column: 'Fecha', use: 'time' },
    { column: 'Tienda', use: 'sensor' },
    { column: 'Entradas', use: 'ins' },
    { column: 'Temperatura', use: null },
  ],
  sums: [{ atom: 'ins', read: 4_218_930, stored: 4_217_311, outvoted: 612, apart: 1_007 }],
  firstDay: '2024-01-01',
  lastDay: '2025-01-31',
  stored: null,
}

export const ready: Import = {
  id: 7,
  client: 1,
  clientName: 'Nube Moda',
  state: 'ready',
  files: [
    { name: 'counts.csv', bytes: 1_240_000, kind: 'csv' },
    { name: 'counts-january-2025.csv.gz', bytes: 18_200, kind: 'csv' },
  ],
  settings: {
    client: 1,
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
  found: ['format', 'columns', 'timeZone', 'dateOrder', 'separator', 'lines', 'places'],
  preview: {
    file: 'counts.csv',
    sheets: [],
    header: ['Fecha', 'Tienda', 'Entradas', 'Temperatura'],
    uses: ['time', 'sensor', 'ins', null],
    rows: Array.from({ length: 8 }, (_, at) => [
      `01/01/2024 ${String(10 + at).padStart(2, '0')}:00`,
      'Gran Vía',
      String(120 + at * 17),
      String(8 + at),
    ]),
  },
  places: [...PLACES],
  questions: [],
  progress: null,
  report,
  begin: '2024-01-01',
  end: '2025-01-31',
  createdAt: Date.UTC(2026, 10, 20, 9, 7),
  createdBy: 'ana@aforo.test',
  commandLine: false,
  loadedAt: null,
  undoneAt: null,
}

export const question = (
  code: string,
  setting: ImportQuestion['setting'],
  lines: readonly string[] = [],
): ImportQuestion => ({
  code,
  message: `${code}: in English, for programs.`,
  details: {},
  setting,
  lines: [...lines],
})

/** Every kind of question. */
export const refusedImport: Import = {
  ...ready,
  state: 'refused',
  settings: { client: 1, separator: ';' },
  found: ['separator', 'places'],
  questions: [
    question('IMPORT_ZONE_UNKNOWN', 'timeZone'),
    question('IMPORT_DATES_UNCLEAR', 'dateOrder', ['counts.csv:2  02/06/2014 10:00 | Gran Vía | 120']),
    question('FILE_COLUMN_UNUSED', 'columns', ['Puerta (3): Norte, Sur, Este']),
    question('FILE_CONTRADICTORY', 'duplicates', report.contradicting?.first),
    question('FILE_OFFSETS_WRONG', 'offsets'),
    question('IMPORT_LINES_UNCLEAR', 'lines'),
    question('FILE_TWICE', 'files'),
    question('IMPORT_CLIENT_REQUIRED', 'client'),
  ],
}

export const reading: Import = {
  ...ready,
  state: 'reading',
  preview: null,
  places: [],
  report: null,
  begin: null,
  end: null,
  settings: { client: 1 },
  found: [],
  progress: { phase: 'reading', done: 620_000, of: 1_258_200, lines: 16_400 },
}
export const storing: Import = {
  ...ready,
  state: 'storing',
  progress: { phase: 'storing', done: 12_000, of: 32_595, lines: 12_000 },
}
export const loaded: Import = {
  ...ready,
  state: 'loaded',
  preview: null,
  loadedAt: ready.createdAt + 60_000,
  report: { ...report, stored: { added: 32_410, unchanged: 120, corrected: 65, refused: 0, newLocals: 1 } },
}
/** The same of people inside by the minute. */
export const loadedMinutes: Import = {
  ...loaded,
  report: {
    ...report,
    meaning: 'inside',
    minutes: 1,
    nulls: 3,
    sums: [{ atom: 'people', read: 274_712, stored: 274_592, outvoted: 0, apart: 120 }],
    stored: { added: 64_620, unchanged: 0, corrected: 0, refused: 0, newLocals: 3 },
  },
}
export const undone: Import = { ...loaded, state: 'undone', undoneAt: ready.createdAt + 120_000 }
export const failed: Import = {
  ...ready,
  state: 'failed',
  preview: null,
  places: [],
  report: null,
  questions: [question('FILE_NOT_TEXT', null)],
}

const presets: readonly ImportPreset[] = [
  { id: null, name: 'hourly', about: 'Hours by usual column names', client: null, settings: {} },
  { id: 4, name: 'Contadores del norte', about: '', client: 1, settings: { timeZone: 'Europe/Madrid' } },
]
const local = (id: number, name: string) => ({ id, name, client: 1 }) as Local

export const importsApi = (part: Partial<ImportsApi> = {}): ImportsApi => ({
  clients: () =>
    Promise.resolve([
      { id: 1, name: 'Nube Moda', type: 'basic', externalId: null, oldId: null },
      { id: 2, name: 'Motor Levante', type: 'automotive', externalId: null, oldId: null },
    ]),
  locals: () =>
    Promise.resolve([local(1, 'Gran Vía'), local(2, 'Serrano'), local(3, 'Preciados'), local(4, 'Diagonal')]),
  modules: () => Promise.resolve(withDefaults({})),
  presets: () => Promise.resolve([...presets]),
  savePreset: (draft) => Promise.resolve({ id: 9, about: '', ...draft }),
  removePreset: () => Promise.resolve(),
  history: () =>
    Promise.resolve([
      { ...reading, id: 9, createdBy: 'luis@aforo.test' },
      { ...loaded, id: 7 },
      { ...undone, id: 5, files: [{ name: 'prueba.xlsx', bytes: 9000, kind: 'xlsx' as const }] },
      { ...failed, id: 3, createdBy: null, commandLine: true },
    ]),
  one: () => Promise.resolve(ready),
  begin: () => Promise.resolve(reading),
  change: () => Promise.resolve(ready),
  load: () => Promise.resolve(storing),
  cancel: () => Promise.resolve({ ...ready, state: 'cancelled' }),
  undo: () => Promise.resolve({ ...loaded, state: 'undoing' }),
  quarantined: () => Promise.resolve(new Blob(['file,line\n'])),
  ...part,
})
