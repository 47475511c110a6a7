import { expect, test } from 'vitest'
import {
  INVESTMENT_SHEET,
  isText,
  OFFER_MODES,
  OFFER_SHEETS,
  OPTIONAL_TEXT_COLUMNS,
  TEXT_COLUMNS,
  UPLOAD_KINDS,
  UPLOAD_MAX_BYTES,
} from './uploads.ts'

test('tickets and two kinds of offers are text, the others workbooks', () => {
  expect(OFFER_MODES.map((mode) => isText('offersOrders', mode))).toEqual([false, false, true, false, true, false])
  expect(UPLOAD_KINDS.slice(1).map((kind) => isText(kind, 'SINGLE'))).toEqual([false, true, true])
})

test('files have these sheets and columns, in this order', () => {
  expect(OFFER_SHEETS).toEqual({
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
  })
  expect(INVESTMENT_SHEET).toEqual({ name: null, columns: ['Date', 'Investment', 'Concept'] })
  expect(TEXT_COLUMNS).toEqual({
    CSV: ['Code', 'Date', 'Offers', 'Orders'],
    CSV_MULTICLIENT: ['Code', 'Date', 'Offers', 'Orders', 'Client'],
    ticketsHourly: ['Code', 'Date', 'Hour', 'UTC offset', 'Tickets'],
    ticketsDaily: ['Code', 'Date', 'Tickets'],
  })
  expect(OPTIONAL_TEXT_COLUMNS).toEqual(['Sales', 'Units'])
  expect(UPLOAD_MAX_BYTES).toEqual({ text: 64_000_000, workbook: 20_000_000 })
})
