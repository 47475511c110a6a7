/** Valid requests for the calls of the device fleet. For tests only. */
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { NOW } from '../../server/testing/fixture.ts'
import type { Fixture } from '../../server/testing/fixture.ts'
import { macOf } from './recipe-tools.ts'
import { MISSING } from './recipe.ts'
import type { RecipeCall, Recipe, Situation } from './recipe.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const UNKNOWN_MAC = '02:00:00:FF:FF:FF'
const HUB = '/api/hubble'

export async function fleetRecipes({ catalog, ids }: Fixture): Promise<ReadonlyMap<string, Recipe>> {
  let made = 0
  const newMac = () => macOf(++made)
  const one = (call: RecipeCall): Promise<readonly RecipeCall[]> => Promise.resolve([call])
  const json = (url: string, payload: object): Promise<readonly RecipeCall[]> =>
    one({ url, payload, headers: JSON_TYPE })
  const recipes = new Map<string, Recipe>()

  const footscan = (mac: string) =>
    ({
      area: ids.door,
      mac,
      name: 'Made',
      kind: 'aforo',
      externalId: null,
      reversed: false,
      reportS: 300,
      enabled: true,
    }) as const
  const makeFootscan = () => catalog.fleet.insert(SYSTEM_SCOPE, footscan(newMac()), NOW)
  const existing = await makeFootscan()
  const footscanId = async ({ variant, fresh }: Situation, using = false) =>
    variant === 'missing' ? MISSING : fresh && using ? makeFootscan() : existing
  const mixed = { area: MISSING }
  recipes.set('GET /api/footscans', () => one({ url: '/api/footscans' }))
  recipes.set('GET /api/footscans/:id', async (situation) =>
    one({ url: `/api/footscans/${await footscanId(situation)}` }),
  )
  recipes.set('POST /api/footscans', ({ variant }) =>
    json('/api/footscans', { ...footscan(newMac()), ...(variant === 'mixed' && mixed) }),
  )
  recipes.set('POST /api/footscans/list', ({ variant }) =>
    json('/api/footscans/list', {
      ids: variant === 'own' ? [existing] : variant === 'missing' ? [MISSING] : [existing, MISSING],
    }),
  )
  recipes.set('PUT /api/footscans/:id', async (situation) =>
    json(`/api/footscans/${await footscanId(situation, true)}`, {
      ...footscan(newMac()),
      ...(situation.variant === 'mixed' && mixed),
    }),
  )
  recipes.set('DELETE /api/footscans/:id', async (situation) =>
    one({ url: `/api/footscans/${await footscanId(situation, true)}` }),
  )

  /** A MAC that every list of the hub has an entry for. */
  async function makeEntries(): Promise<string> {
    const mac = newMac()
    const { hubble } = catalog
    await hubble.addWifi(SYSTEM_SCOPE, { mac, ssid: 's', password: null, updated_at: NOW })
    await hubble.addSsh(SYSTEM_SCOPE, {
      mac,
      ip: '10.0.0.9',
      port: 22,
      username: 'u',
      password: null,
      tunnel_enabled: 0,
      proxy_mobile: 0,
      updated_at: NOW,
    })
    for (const kind of ['node', 'factory'] as const)
      await hubble.putSettings(SYSTEM_SCOPE, { kind, mac, settings: '{}', hidden: '[]', sealed: null, updated_at: NOW })
    await hubble.validate(SYSTEM_SCOPE, [mac], NOW)
    return mac
  }
  const standing = await makeEntries()
  const entry = async ({ variant, fresh }: Situation) =>
    variant === 'missing' ? UNKNOWN_MAC : fresh ? makeEntries() : standing
  const ssh = {
    ip: '10.0.0.10',
    port: 22,
    user: 'root',
    password: 'a password',
    tunnelEnabled: false,
    proxyMobile: false,
  }
  recipes.set(`POST ${HUB}/connection/wifi`, () =>
    json(`${HUB}/connection/wifi`, { mac: newMac(), ssid: 'Shop', password: 'a password' }),
  )
  recipes.set(`PUT ${HUB}/connection/wifi/:mac`, async (situation) =>
    json(`${HUB}/connection/wifi/${await entry(situation)}`, { ssid: 'Shop', password: 'a password' }),
  )
  recipes.set(`POST ${HUB}/connection/ssh`, () => json(`${HUB}/connection/ssh`, { mac: newMac(), ...ssh }))
  recipes.set(`PUT ${HUB}/connection/ssh/:mac`, async (situation) =>
    json(`${HUB}/connection/ssh/${await entry(situation)}`, ssh),
  )
  recipes.set(`PUT ${HUB}/connection/ssh/:mac/tunnel/toggle`, async (situation) =>
    one({ url: `${HUB}/connection/ssh/${await entry(situation)}/tunnel/toggle` }),
  )
  recipes.set(`PUT ${HUB}/nodes/config/:mac`, () =>
    json(`${HUB}/nodes/config/${newMac()}`, { settings: { server: 'https://a.test' } }),
  )
  recipes.set(`POST ${HUB}/factory-configs`, () =>
    json(`${HUB}/factory-configs`, {
      config: { mac: newMac(), settings: { model: 'm', pin: '1234' } },
      overwrite: false,
    }),
  )
  recipes.set(`POST ${HUB}/validator/:mac`, () => one({ url: `${HUB}/validator/${newMac()}` }))
  recipes.set(`POST ${HUB}/validator/bulk`, () => json(`${HUB}/validator/bulk`, { macs: [newMac(), 'no mac'] }))
  recipes.set(`GET ${HUB}/validator/pings/:mac`, ({ variant }) =>
    one({ url: `${HUB}/validator/pings/${variant === 'missing' ? UNKNOWN_MAC : standing}` }),
  )
  for (const list of ['/connection/wifi', '/connection/ssh', '/nodes/config', '/factory-configs', '/validator']) {
    recipes.set(`DELETE ${HUB}${list}/:mac`, async (situation) =>
      one({ url: `${HUB}${list}/${await entry(situation)}` }),
    )
  }
  return recipes
}
