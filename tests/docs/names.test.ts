/** "Name minimum 3 characters" (spec 1, section 9): in everything that a person names, whichever call it is sent by. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type AnySchema } from 'ajv'
import { expect, test } from 'vitest'

const schemas = join(import.meta.dirname, '../../schemas')
const read = (file: string) =>
  JSON.parse(readFileSync(join(schemas, file), 'utf8')) as { properties?: Record<string, AnySchema> }

/** Requests of people; the rest of the folder is answers, addresses and messages of devices. */
const BODY = /-(draft|new|copy|change|name|what)\.schema\.json$/
/** Names of a brand's pages, and of an account, have words of their own. */
const FIELDS = ['name', 'title', 'username']

const named = [
  ...readdirSync(join(schemas, 'api'))
    .filter((file) => BODY.test(file))
    .map((file) => `api/${file}`),
  'layout.schema.json',
].flatMap((file) => {
  const { properties = {} } = read(file)
  return FIELDS.filter((field) => properties[field] !== undefined).map(
    (field) => [`${file} ${field}`, properties[field] as AnySchema] as const,
  )
})

test('these are named by people', () =>
  expect(named.map(([place]) => place)).toEqual([
    'api/alert-rule-draft.schema.json name',
    'api/api-client-draft.schema.json name',
    'api/api-token-draft.schema.json name',
    'api/brand-draft.schema.json title',
    'api/bulk-mail-draft.schema.json name',
    'api/campaign-draft.schema.json name',
    'api/client-record-draft.schema.json name',
    'api/dashboard-copy.schema.json name',
    'api/dealership-draft.schema.json name',
    'api/device-key-draft.schema.json name',
    'api/folder-draft.schema.json name',
    'api/footscan-draft.schema.json name',
    'api/group-draft.schema.json name',
    'api/import-preset-draft.schema.json name',
    'api/installation-draft.schema.json name',
    'api/local-area-draft.schema.json name',
    'api/local-group-draft.schema.json name',
    'api/local-record-draft.schema.json name',
    'api/order-draft.schema.json name',
    'api/passkey-draft.schema.json name',
    'api/passkey-name.schema.json name',
    'api/place-name-change.schema.json name',
    'api/preseal-draft.schema.json name',
    'api/presetup-draft.schema.json name',
    'api/public-link-draft.schema.json name',
    'api/report-what.schema.json name',
    'api/saved-view-change.schema.json name',
    'api/saved-view-draft.schema.json name',
    'api/screen-draft.schema.json name',
    'api/seal-draft.schema.json name',
    'api/user-draft.schema.json username',
    'api/webhook-draft.schema.json name',
    'layout.schema.json name',
  ]))

test.each(named)('%s takes three characters and not two, and spaces around them do not count', (_, schema) => {
  const isTaken = new Ajv({ strict: false }).compile(schema)
  expect(['ab', ' ab ', 'a  ', 'abc'].filter((name) => isTaken(name) === true)).toEqual(['abc'])
})
