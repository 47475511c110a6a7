import { expect, test } from 'vitest'
import uploadCheck from '#schemas/entities/upload-check.schema.json' with { type: 'json' }
import {
  allowedMode,
  IMPORTER_COMPANIES,
  INVESTMENT_CONCEPTS,
  isText,
  mayUseMode,
  needsClient,
  OFFER_MODES,
  offerModesFor,
  targetOf,
  UPLOAD_FIRST_DATE,
  UPLOAD_MISSING_SHOWN,
  UPLOAD_PREVIEW_ROWS,
} from './uploads.ts'
import { ROW_PROBLEMS } from './upload-problems.ts'

test('feeds of several clients and the old workbook are for administrators; everyone else gets the first mode that is theirs', () => {
  expect(offerModesFor(false)).toEqual(['SINGLE', 'SEPARATED', 'CSV'])
  expect(offerModesFor(true)).toEqual([...OFFER_MODES])
  expect(OFFER_MODES.map((mode) => allowedMode(mode, false))).toEqual([
    'SINGLE',
    'SEPARATED',
    'CSV',
    'SINGLE',
    'SINGLE',
    'SINGLE',
  ])
  expect(OFFER_MODES.every((mode) => mayUseMode(mode, true) && allowedMode(mode, true) === mode)).toBe(true)
})

test('a feed says itself whose its rows are; everything else needs a client', () => {
  expect(OFFER_MODES.map((mode) => targetOf(mode, 7))).toEqual(['7', '7', '7', 'hme', 'multiclient', '7'])
  expect(targetOf('SINGLE', null)).toBeNull()
  expect(OFFER_MODES.map((mode) => needsClient('offersOrders', mode))).toEqual([true, true, true, false, false, true])
  expect(needsClient('ticketsDaily', 'SINGLE_HME')).toBe(true)
})

test('tickets and CSV modes are text, offers, orders and investment are workbooks', () => {
  expect(OFFER_MODES.filter((mode) => isText('offersOrders', mode))).toEqual(['CSV', 'CSV_MULTICLIENT'])
  expect([isText('investment', 'CSV'), isText('ticketsHourly', 'SINGLE'), isText('ticketsDaily', 'SINGLE')]).toEqual([
    false,
    true,
    true,
  ])
})

test('a check shows ten rows, and knows the problems that the page words', () => {
  const { definitions, properties } = uploadCheck
  expect([properties.found.maxItems, properties.invalid.maxItems]).toEqual([UPLOAD_PREVIEW_ROWS, UPLOAD_PREVIEW_ROWS])
  expect(definitions.row.properties.problem.enum).toEqual([...ROW_PROBLEMS, null])
})

/** Copied from the specification: a list that loses or gains an entry is seen here. */
test('there are ten concepts of investment, five companies, and the limits of the specification', () => {
  expect(INVESTMENT_CONCEPTS).toEqual([
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
  ])
  expect(IMPORTER_COMPANIES).toEqual([
    'Hyundai Motor España',
    'Kia Iberia',
    'Toyota España',
    'Nissan Iberia',
    'Mazda Automóviles España',
  ])
  expect([UPLOAD_FIRST_DATE, UPLOAD_PREVIEW_ROWS, UPLOAD_MISSING_SHOWN]).toEqual(['2014-01-01', 10, 3])
})
