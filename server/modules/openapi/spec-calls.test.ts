/** The calls of the second specification, section 7, about the nouns of the administration: each is in the document. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

let f: Fixture
let calls: ReadonlySet<string>
/** Names of parameters are ours. */
const unnamed = (path: string) => path.replaceAll(/\{[^}]*\}/g, '{}')
beforeAll(async () => {
  f = await fixture()
  const { paths } = (await f.get('/openapi.json')).body as { paths: Record<string, Record<string, object>> }
  calls = new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${unnamed(path)}`),
    ),
  )
})
afterAll(() => f.close())

const crud = (path: string) => [`GET ${path}`, `POST ${path}`, `GET ${path}/{}`, `PUT ${path}/{}`, `DELETE ${path}/{}`]
const KINDS = ['client', 'order', 'installation'] as const

test.each<[string, readonly string[]]>([
  [
    'clients',
    [
      'GET /clients',
      'PUT /clients/{}',
      'POST /clients',
      'DELETE /clients/{}',
      'PUT /management/clients/{}/oldId',
      'POST /management/clients/process/user/{}',
      'GET /management/clients/{}/date',
    ],
  ],
  [
    'locals',
    [
      'GET /locals',
      'GET /locals/active',
      'GET /locals/status/{}',
      'GET /locals/{}/params',
      'GET /locals/{}/areas-footscans',
      'GET /locals/types',
      'GET /locals/alerts',
      'GET /locals/{}/alerts',
      'PUT /locals/{}/alerts/{}',
      'GET /local-params',
    ],
  ],
  [
    'orders',
    [
      'POST /orders/{}/locals',
      'PUT /orders/{}/locals/{}',
      'GET /orders/{}/locals',
      'DELETE /orders/{}/locals/{}',
      'POST /orders/{}/launch',
      'PUT /orders/{}/locals/oldId/bulk',
      'GET /orders/local-orders/local/{}',
      'POST /orders/process/user/{}',
    ],
  ],
  [
    'installations',
    [
      ...crud('/management/installations'),
      'GET /installations/local/{}',
      'POST /management/installations/process/user/{}',
    ],
  ],
  ['seals', ['GET /seals/local/{}', 'POST /seals/{}/toggle/valid']],
  [
    'pre-seals',
    [
      'PUT /preseal/{}',
      'POST /preseal',
      'PUT /preseal/{}/on',
      'PUT /preseal/{}/off',
      'GET /preseal/{}',
      'GET /preseal/local/{}',
      'GET /preseal',
    ],
  ],
  ['pre-setups', ['PUT /presetup/{}', 'POST /presetup', 'GET /presetup/{}', 'GET /presetup/list']],
  [
    'interventions',
    [
      'POST /interventions',
      ...['complete', 'archive', 'comment', 'discard', 'assign'].map((action) => `POST /interventions/{}/${action}`),
      'POST /interventions/complete/all',
      'POST /interventions/archive/completed/all',
      'POST /interventions/archive/discarded/all',
    ],
  ],
  ...KINDS.map((kind): [string, readonly string[]] => [
    `discharges of ${kind}s`,
    [
      `GET /discharges/${kind}/{}`,
      `POST /discharges/${kind}/{}`,
      ...['pending', 'processed-not-archived', 'discarded'].map((queue) => `POST /discharges/${kind}/${queue}`),
      ...['archive', 'process', 'discard', 'assign', 'unassign'].map(
        (action) => `POST /discharges/${kind}/{}/${action}`,
      ),
      ...['process', 'archive', 'assign'].map((action) => `POST /discharges/${kind}/${action}/bulk`),
    ],
  ]),
  [
    'modules and security',
    [
      'GET /modules/{}/{}',
      'GET /modules/{}/{}/config',
      'PUT /modules/{}/{}/config',
      ...['group', 'user_access', 'api_client'].flatMap((noun) => crud(`/security/${noun}`)),
      'POST /users/{}/disable',
      'POST /users/{}/enable',
    ],
  ],
  [
    'schedules',
    [
      'GET /opening-hours/client/{}',
      'PUT /opening-hours/client/{}',
      'PUT /opening-hours/local/{}',
      'PUT /opening-hours/local/{}/area',
      'GET /areas/client/{}',
    ],
  ],
])('the calls about %s', (_nouns, required) => {
  expect(required.filter((call) => !calls.has(call.replace(' /', ' /api/')))).toEqual([])
})
