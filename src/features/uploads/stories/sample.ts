/** Calls that answer from memory, for stories; not part of the product. */
import type { UploadCheck, UploadRow } from '#schemas/generated/entities/upload-check.ts'
import type { Upload } from '#schemas/generated/entities/upload.ts'
import type { UploadsApi } from '../../../api/uploads.ts'

const row = (line: number, part: Partial<UploadRow> = {}): UploadRow => ({
  line,
  sheet: 'Hoja1',
  code: `NUB-0${line}`,
  local: ['Gran Vía', 'Serrano', 'Preciados'][line % 3] ?? null,
  client: 'Nube Moda',
  date: `2026-11-${String(line + 1).padStart(2, '0')}`,
  hour: null,
  offers: line * 3,
  orders: line,
  tickets: null,
  sales: null,
  units: null,
  investment: null,
  concept: null,
  company: null,
  problem: null,
  field: null,
  value: null,
  ...part,
})
export const goodCheck: UploadCheck = {
  rows: 128,
  foundRows: 128,
  missingRows: 0,
  invalidRows: 0,
  missingIds: 0,
  unusableDates: 0,
  ambiguousIds: 0,
  begin: '2026-11-02',
  end: '2026-11-20',
  missing: [],
  invalid: [],
  found: Array.from({ length: 10 }, (_, at) => row(at + 1)),
}
export const badCheck: UploadCheck = {
  ...goodCheck,
  rows: 136,
  foundRows: 128,
  missingRows: 6,
  invalidRows: 2,
  missingIds: 5,
  unusableDates: 1,
  ambiguousIds: 1,
  missing: ['0071', '0072', '0073', 'BCN-9', 'X'],
  found: goodCheck.found.slice(0, 2),
  invalid: [
    row(7, { date: '2013-12-31', local: null, problem: 'dateUnusable', field: 'Date', value: '2013-12-31' }),
    row(9, { offers: null, local: null, problem: 'countInvalid', field: 'Offers', value: 'doce' }),
  ],
}
const spent = { code: null, local: null, offers: null, orders: null }
export const badInvestment: UploadCheck = {
  ...goodCheck,
  rows: 2,
  foundRows: 0,
  invalidRows: 2,
  found: [],
  invalid: [
    row(2, { ...spent, investment: 1200.5, concept: 'Fax', problem: 'conceptUnknown', field: 'Concept', value: 'Fax' }),
    row(3, { ...spent, concept: 'Radio', problem: 'amountInvalid', field: 'Investment', value: '-3' }),
  ],
}
const till = { sheet: null, offers: null, orders: null, hour: '17:00:00 +01' }
export const ticketsCheck: UploadCheck = {
  ...goodCheck,
  rows: 4,
  foundRows: 3,
  invalidRows: 1,
  found: [
    row(1, { ...till, tickets: 23, sales: 812.5, units: 41 }),
    row(2, { ...till, tickets: 17, sales: 640.95 }),
    row(3, { ...till, tickets: 9 }),
  ],
  invalid: [row(4, { ...till, local: null, sales: 12.5, problem: 'countInvalid', field: 'Tickets', value: null })],
}
const upload = (id: number, part: Partial<Upload> = {}): Upload => ({
  id,
  kind: 'offersOrders',
  mode: 'SINGLE',
  client: 1,
  fileName: `ofertas-${id}.xlsx`,
  rows: 128,
  added: 120,
  changed: 8,
  unchanged: 0,
  begin: '2026-11-02',
  end: '2026-11-20',
  uploadedAt: Date.UTC(2026, 10, 20, 9, id),
  uploadedBy: 'ana@aforo.test',
  undoneAt: null,
  missing: [],
  ...part,
})

export const sampleApi = (part: Partial<UploadsApi> = {}): UploadsApi => ({
  clients: () =>
    Promise.resolve([
      { id: 1, name: 'Nube Moda', type: 'basic', externalId: null, oldId: null },
      { id: 2, name: 'Motor Levante', type: 'automotive', externalId: null, oldId: null },
    ]),
  check: () => Promise.resolve(goodCheck),
  load: () => Promise.resolve(upload(9)),
  history: () =>
    Promise.resolve([
      upload(3),
      upload(2, { kind: 'ticketsHourly', mode: null, fileName: 'tickets.csv', changed: 0 }),
      upload(1, { client: null, mode: 'CSV_MULTICLIENT', fileName: 'todas.csv', undoneAt: 1 }),
    ]),
  undo: (id) => Promise.resolve(upload(id, { undoneAt: 1 })),
  ...part,
})
