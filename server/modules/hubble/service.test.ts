import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { memoryCatalog } from '../../testing/catalog.ts'
import type { Catalog } from '../../catalog.ts'
import { sealedPlace } from '../../db/sealed.ts'
import type { Scope } from '../../lib/scope.ts'
import { createDuckDbFactStore } from '../../facts/duckdb/store.ts'
import type { FactStore } from '../../facts/store.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { secretsOf } from '../../lib/secrets.ts'
import { hubbleService } from './service.ts'
import type { HubbleService } from './service.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const MAC = '00:1E:42:0A:0B:0C'
const OTHER = 'AC:86:74:00:00:01'
const secrets = secretsOf('k'.repeat(32))

let catalog: Catalog
let facts: FactStore
let fleet: HubbleService
beforeAll(async () => {
  catalog = await memoryCatalog()
  facts = await createDuckDbFactStore({ path: ':memory:' })
  const clock = { now: () => NOW }
  fleet = hubbleService({ catalog, facts, secrets, clock })
})
afterAll(async () => {
  await facts.close()
  await catalog.close()
})
beforeEach(async () => {
  const { hubble } = catalog
  for (const mac of [MAC, OTHER]) {
    await hubble.remove(SYSTEM_SCOPE, 'hubble_wifi', mac)
    await hubble.remove(SYSTEM_SCOPE, 'hubble_ssh', mac)
    await hubble.removeSettings(SYSTEM_SCOPE, 'node', mac)
    await hubble.removeSettings(SYSTEM_SCOPE, 'factory', mac)
    await hubble.forget(SYSTEM_SCOPE, mac)
  }
})
const audited = async () => {
  const { action, target, details } = (await catalog.audit.list(SYSTEM_SCOPE, 1))[0]!
  return [action, target, details]
}

test('only an administrator reads or writes anything of the fleet', async () => {
  const scope: Scope = { userId: 1, role: 'basic', clients: [], demo: false }
  const { hubble } = catalog
  const wifi = { mac: MAC, ssid: 'x', password: null, updated_at: NOW }
  const ssh = { mac: MAC, ip: 'h', port: 22, username: 'u', password: null, tunnel_enabled: 0, proxy_mobile: 0 }
  const settings = { kind: 'node', mac: MAC, settings: '{}', hidden: '[]', sealed: null, updated_at: NOW } as const
  for (const act of [
    () => hubble.wifi(scope),
    () => hubble.ssh(scope),
    () => hubble.addWifi(scope, wifi),
    () => hubble.addSsh(scope, { ...ssh, updated_at: NOW }),
    () => hubble.changeWifi(scope, MAC, { ssid: 'y' }),
    () => hubble.changeSsh(scope, MAC, { ip: 'y' }),
    () => hubble.toggleTunnel(scope, MAC, NOW),
    () => hubble.remove(scope, 'hubble_wifi', MAC),
    () => hubble.settings(scope, 'node'),
    () => hubble.settingsOf(scope, 'node', MAC),
    () => hubble.putSettings(scope, settings),
    () => hubble.removeSettings(scope, 'node', MAC),
    () => hubble.validated(scope),
    () => hubble.validate(scope, [MAC], NOW),
    () => hubble.forget(scope, MAC),
  ])
    await expect(act()).rejects.toMatchObject({ code: 'ADMIN_REQUIRED' })
  expect([await fleet.wifi(SYSTEM_SCOPE), await fleet.nodes(SYSTEM_SCOPE)]).toEqual([{}, {}])
})

test('a Wi-Fi password is sealed for its row, and the log says only what became of it', async () => {
  const stored = async () => {
    const password = (await catalog.hubble.wifi(SYSTEM_SCOPE))[0]?.password ?? null
    return password === null ? null : secrets.open(password, sealedPlace('hubble_wifi.password', MAC))
  }
  await fleet.addWifi(SYSTEM_SCOPE, { mac: MAC, ssid: 'Tienda', password: 'first' })
  expect([await stored(), await audited()]).toEqual([
    'first',
    ['wifi.create', MAC, { ssid: 'Tienda', password: 'set' }],
  ])
  await fleet.changeWifi(SYSTEM_SCOPE, MAC, { ssid: 'Local' })
  expect([await stored(), await audited()]).toEqual([
    'first',
    ['wifi.change', MAC, { ssid: 'Local', password: 'kept' }],
  ])
  await fleet.changeWifi(SYSTEM_SCOPE, MAC, { ssid: 'Local', password: 'second' })
  expect([await stored(), await audited()]).toEqual([
    'second',
    ['wifi.change', MAC, { ssid: 'Local', password: 'set' }],
  ])
  await fleet.changeWifi(SYSTEM_SCOPE, MAC, { ssid: 'Local', password: null })
  expect([await stored(), await audited()]).toEqual([null, ['wifi.change', MAC, { ssid: 'Local', password: 'none' }]])
  await fleet.removeWifi(SYSTEM_SCOPE, MAC)
  expect(await audited()).toEqual(['wifi.remove', MAC, {}])
  await fleet.addWifi(SYSTEM_SCOPE, { mac: MAC, ssid: 'Open' })
  expect([await stored(), await audited()]).toEqual([null, ['wifi.create', MAC, { ssid: 'Open', password: 'none' }]])
})

test('an SSH password is sealed for its row, and the log says how the node is reached', async () => {
  const stored = async () => {
    const password = (await catalog.hubble.ssh(SYSTEM_SCOPE))[0]?.password ?? null
    return password === null ? null : secrets.open(password, sealedPlace('hubble_ssh.password', MAC))
  }
  const node = { ip: '10.0.0.4', port: 22, user: 'root' }
  await fleet.addSsh(SYSTEM_SCOPE, { mac: MAC, ...node, password: 'first', tunnelEnabled: true, proxyMobile: true })
  expect([await stored(), await audited()]).toEqual([
    'first',
    ['ssh.create', MAC, { ...node, tunnelEnabled: true, proxyMobile: true, password: 'set' }],
  ])
  await fleet.changeSsh(SYSTEM_SCOPE, MAC, { ...node, port: null, tunnelEnabled: false })
  expect([await stored(), await audited()]).toEqual([
    'first',
    ['ssh.change', MAC, { ...node, port: null, tunnelEnabled: false, proxyMobile: false, password: 'kept' }],
  ])
  expect((await fleet.ssh(SYSTEM_SCOPE))[MAC]).toMatchObject({ port: null, hasPassword: true, proxyMobile: false })
  await fleet.changeSsh(SYSTEM_SCOPE, MAC, { ...node, password: 'second', tunnelEnabled: false })
  expect(await stored()).toBe('second')
  await fleet.toggleTunnel(SYSTEM_SCOPE, MAC)
  expect(await audited()).toEqual(['ssh.tunnel', MAC, { tunnelEnabled: true }])
  await fleet.changeSsh(SYSTEM_SCOPE, MAC, { ...node, password: null, tunnelEnabled: false })
  expect(await stored()).toBe(null)
  await fleet.removeSsh(SYSTEM_SCOPE, MAC)
  expect(await audited()).toEqual(['ssh.remove', MAC, {}])
  await expect(fleet.removeSsh(SYSTEM_SCOPE, MAC)).rejects.toMatchObject({
    message: `There is no SSH entry for ${MAC}.`,
    details: { mac: MAC, list: 'ssh' },
  })
  await fleet.addSsh(SYSTEM_SCOPE, { mac: MAC, ...node, tunnelEnabled: false })
  expect(await stored()).toBe(null)
})

test('secrets of a config are sealed for its kind and row; null keeps them, the log has their names', async () => {
  const sealedOf = async (kind: 'node' | 'factory') => {
    const sealed = (await catalog.hubble.settingsOf(SYSTEM_SCOPE, kind, MAC))?.sealed ?? null
    return sealed === null ? null : JSON.parse(secrets.open(sealed, sealedPlace('hubble_settings.sealed', kind, MAC)))
  }
  const put = (settings: Record<string, string | null>, overwrite = true) =>
    fleet.putFactoryConfig(SYSTEM_SCOPE, { config: { mac: MAC, settings }, overwrite })
  expect(await put({ name: 'A', model: 'RUT241', wifi_key: 'k', admin_password: 'p' }, false)).toEqual({
    mac: MAC,
    settings: { name: 'A', model: 'RUT241' },
    hidden: ['admin_password', 'wifi_key'],
    updatedAt: NOW,
  })
  expect(await sealedOf('factory')).toEqual({ admin_password: 'p', wifi_key: 'k' })
  expect(await audited()).toEqual([
    'factoryConfig.save',
    MAC,
    { settings: ['model', 'name'], hidden: ['admin_password', 'wifi_key'] },
  ])
  await expect(put({}, false)).rejects.toMatchObject({
    code: 'NODE_ENTRY_TAKEN',
    message: `There is a factory config for ${MAC} already; change that one.`,
  })
  await put({ model: null, wifi_key: null, admin_password: 'new' })
  expect(await fleet.factoryConfigs(SYSTEM_SCOPE)).toMatchObject({ [MAC]: { settings: { model: 'RUT241' } } })
  expect(await sealedOf('factory')).toEqual({ admin_password: 'new', wifi_key: 'k' })
  await put({ model: 'RUT951' })
  expect(await sealedOf('factory')).toBe(null)
  // The config of the node itself is another one, and is written over without being asked.
  for (const server of ['https://a.test', 'https://b.test'])
    await fleet.putNodeConfig(SYSTEM_SCOPE, MAC, { settings: { server, ssh_password: 's' } })
  expect([await sealedOf('node'), await sealedOf('factory')]).toEqual([{ ssh_password: 's' }, null])
  expect((await fleet.nodeConfigs(SYSTEM_SCOPE))[MAC]).toMatchObject({ settings: { server: 'https://b.test' } })
  expect(await audited()).toEqual(['nodeConfig.save', MAC, { settings: ['server'], hidden: ['ssh_password'] }])
  await fleet.removeNodeConfig(SYSTEM_SCOPE, MAC)
  expect(await audited()).toEqual(['nodeConfig.remove', MAC, {}])
  expect(Object.keys(await fleet.factoryConfigs(SYSTEM_SCOPE))).toEqual([MAC])
  await fleet.removeFactoryConfig(SYSTEM_SCOPE, MAC)
  expect([await audited(), await fleet.factoryConfigs(SYSTEM_SCOPE)]).toEqual([['factoryConfig.remove', MAC, {}], {}])
  await expect(fleet.removeNodeConfig(SYSTEM_SCOPE, MAC)).rejects.toMatchObject({ details: { mac: MAC, list: 'node' } })
})

test('an address that waits is on the list once, however often it is put there', async () => {
  await fleet.validate(SYSTEM_SCOPE, OTHER)
  expect(await fleet.validate(SYSTEM_SCOPE, '001e420a0b0c')).toMatchObject({ id: MAC, mac: MAC, state: 'waiting' })
  expect(await audited()).toEqual(['validator.add', MAC, {}])
  expect((await fleet.validate(SYSTEM_SCOPE, MAC)).addedAt).toBe(NOW)
  expect(await fleet.validate(SYSTEM_SCOPE, OTHER)).toMatchObject({ mac: OTHER, maker: 'openmesh' })
  expect(Object.keys(await fleet.validations(SYSTEM_SCOPE))).toEqual([MAC, OTHER])
  await fleet.validateAll(SYSTEM_SCOPE, [MAC, OTHER, 'nope', '00:1E:42:0A:0B:0D'])
  expect(await audited()).toEqual(['validator.bulk', 'validator', { lines: 4, added: 1 }])
  await fleet.stopValidating(SYSTEM_SCOPE, '00:1E:42:0A:0B:0D')
  expect(await audited()).toEqual(['validator.remove', '00:1E:42:0A:0B:0D', {}])
  await expect(fleet.stopValidating(SYSTEM_SCOPE, '00:1E:42:0A:0B:0D')).rejects.toMatchObject({
    code: 'NODE_ENTRY_NOT_FOUND',
    details: { list: 'validator' },
  })
})
