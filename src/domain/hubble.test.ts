import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FleetFootscan } from '#schemas/generated/entities/fleet-footscan.ts'
import type { SshConfig } from '#schemas/generated/entities/ssh-config.ts'
import {
  asTunnelFlag,
  DEFAULT_MAC,
  isPlainMac,
  isStrictMac,
  isWorthKeeping,
  makerOf,
  mergeNodes,
  verdictsOf,
} from './hubble.ts'
import { filterNodes, NODE_FILTERS } from './hubble-filters.ts'
import { isSecretName, splitSettings } from './hubble-settings.ts'
import type { NodeSources } from './hubble.ts'

const mac = (n: number) => `02:00:00:00:00:${n.toString(16).padStart(2, '0').toUpperCase()}`
const ssh = (n: number, more: Partial<SshConfig> = {}): SshConfig => ({
  mac: mac(n),
  ip: 'h',
  port: 22,
  user: 'u',
  hasPassword: false,
  tunnelEnabled: false,
  proxyMobile: false,
  updatedAt: 1,
  ...more,
})
const footscan = (n: number): FleetFootscan => ({
  id: n,
  area: 1,
  local: 2,
  client: 3,
  mac: mac(n),
  name: 'n',
  kind: 'aforo',
  externalId: null,
  reversed: false,
  reportS: 60,
  enabled: true,
  createdAt: null,
  hasKey: false,
  lastAt: null,
})
const NONE: NodeSources = { ssh: [], wifi: [], config: [], factory: [], footscans: [] }

describe('a MAC address', () => {
  test.each(['00:1e:42:0A:0B:0C', '001E420A0B0C', '00-1E-42-0A-0B-0C', '00:1E:42:0A:0B', '00:1E:42:0A:0B:0G', ''])(
    '%s is not in the strict form',
    (text) => {
      expect(isStrictMac(text)).toBe(false)
    },
  )

  test('in the strict form is six upper-case pairs with colons; a plain one has 12 hex digits once the colons are gone', () => {
    expect([isStrictMac('00:1E:42:0A:0B:0C'), isStrictMac(DEFAULT_MAC)]).toEqual([true, true])
    expect(
      ['001e420a0b0c', '00:1E:42:0a:0B:0C', '0:01E420A0B0C', '001E420A0B0', '00-1E-42-0A-0B-0C', '001E420A0B0CC'].map(
        isPlainMac,
      ),
    ).toEqual([true, true, true, false, false, false])
  })

  test('every strict one is plain as well', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 6, maxLength: 6 }), (bytes) => {
        const text = [...bytes].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':')
        return isStrictMac(text) && isPlainMac(text) && isPlainMac(text.replaceAll(':', '').toLowerCase())
      }),
    )
  })

  test('tells its maker by its prefix', () => {
    expect(
      [
        '00:B0:9D:C8:63:96',
        'AC:86:74:00:38:06',
        '00:1E:42:61:75:C0',
        '20:97:27:00:00:01',
        '00:1A:2B:00:00:00',
        DEFAULT_MAC,
      ].map(makerOf),
    ).toEqual(['brickstream', 'openmesh', 'teltonika', 'teltonika', null, null])
  })
})

test('each line of a list has its verdict: new, known, repeated, or no MAC address', () => {
  expect(
    verdictsOf(
      [' 001e420a0b0c ', '', '00:1E:42:0A:0B:0C', 'AC:86:74:00:00:01', 'x', DEFAULT_MAC],
      new Set(['AC:86:74:00:00:01']),
    ),
  ).toEqual([
    { text: '001e420a0b0c', mac: '00:1E:42:0A:0B:0C', maker: 'teltonika', verdict: 'added' },
    { text: '00:1E:42:0A:0B:0C', mac: '00:1E:42:0A:0B:0C', maker: 'teltonika', verdict: 'repeated' },
    { text: 'AC:86:74:00:00:01', mac: 'AC:86:74:00:00:01', maker: 'openmesh', verdict: 'known' },
    { text: 'x', mac: null, maker: null, verdict: 'invalid' },
    { text: DEFAULT_MAC, mac: null, maker: null, verdict: 'invalid' },
  ])
})

test('a node has what each list says of its MAC, and no other fields', () => {
  const sources = {
    ...NONE,
    ssh: [ssh(1, { proxyMobile: true })],
    wifi: [{ mac: mac(1), ssid: 's', hasPassword: true, updatedAt: 1 }],
    config: [{ mac: mac(2) }],
    factory: [{ mac: mac(2) }],
    footscans: [footscan(3)],
  }
  const empty = { maker: null, connection: null, wifi: null, config: false, factory: false, footscan: null }
  expect(mergeNodes(sources)).toEqual([
    {
      ...empty,
      mac: mac(1),
      connection: { ip: 'h', port: 22, user: 'u', hasPassword: false, tunnelEnabled: false, proxyMobile: true },
      wifi: { ssid: 's', hasPassword: true },
    },
    { ...empty, mac: mac(2), config: true, factory: true },
    {
      ...empty,
      mac: mac(3),
      footscan: { id: 3, name: 'n', area: 1, local: 2, client: 3, kind: 'aforo', enabled: true },
    },
  ])
})

const some = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 20 })
const connection = fc.record({
  port: fc.option(fc.constant(22)),
  tunnelEnabled: fc.boolean(),
  proxyMobile: fc.boolean(),
})
const sources = fc
  .record({
    ssh: some,
    wifi: some,
    config: some,
    factory: some,
    footscans: some,
    of: fc.array(connection, { minLength: 41, maxLength: 41 }),
  })
  .map((of): NodeSources => ({
    ssh: of.ssh.map((n) => ssh(n, of.of[n])),
    wifi: of.wifi.map((n) => ({ mac: mac(n), ssid: 's', hasPassword: false, updatedAt: 1 })),
    config: of.config.map((n) => ({ mac: mac(n) })),
    factory: of.factory.map((n) => ({ mac: mac(n) })),
    footscans: of.footscans.map(footscan),
  }))

describe('for any lists', () => {
  test('every MAC of them is one node, and there is no other', () => {
    fc.assert(
      fc.property(sources, (all) => {
        const macs = [
          ...new Set(
            Object.values(all).flatMap((list: readonly { readonly mac: string }[]) => list.map((one) => one.mac)),
          ),
        ].toSorted()
        expect(mergeNodes(all).map((node) => node.mac)).toEqual(macs)
      }),
    )
  })

  test('their order does not matter, and nothing is lost', () => {
    fc.assert(
      fc.property(sources, (all) => {
        const nodes = mergeNodes(all)
        expect(
          mergeNodes({
            ssh: all.ssh.toReversed(),
            wifi: all.wifi.toReversed(),
            config: all.config.toReversed(),
            factory: all.factory.toReversed(),
            footscans: all.footscans.toReversed(),
          }),
        ).toEqual(nodes)
        const many = (has: (node: (typeof nodes)[number]) => boolean) => nodes.filter(has).length
        expect([
          many((node) => node.connection !== null),
          many((node) => node.wifi !== null),
          many((node) => node.config),
          many((node) => node.factory),
          many((node) => node.footscan !== null),
        ]).toEqual([all.ssh, all.wifi, all.config, all.factory, all.footscans].map((list) => list.length))
      }),
    )
  })

  test('a filter only takes away; proxied and direct share the nodes with SSH among them', () => {
    fc.assert(
      fc.property(sources, (all) => {
        const nodes = mergeNodes(all)
        expect(filterNodes(nodes, null)).toBe(nodes)
        for (const filter of NODE_FILTERS)
          expect(nodes).toEqual(expect.arrayContaining([...filterNodes(nodes, filter)]))
        expect(filterNodes(nodes, 'proxied').length + filterNodes(nodes, 'direct').length).toBe(all.ssh.length)
      }),
    )
  })
})

test('the filters: with an SSH port, through a mobile proxy, SSH without proxy, with a tunnel', () => {
  const nodes = mergeNodes({
    ...NONE,
    ssh: [ssh(1), ssh(2, { port: null }), ssh(3, { proxyMobile: true }), ssh(4, { tunnelEnabled: true })],
    footscans: [footscan(5)],
  })
  const kept = NODE_FILTERS.map((filter) => [
    filter,
    filterNodes(nodes, filter).map((node) => Number.parseInt(node.mac.slice(-2), 16)),
  ])
  expect(Object.fromEntries(kept)).toEqual({ connection: [1, 3, 4], proxied: [3], direct: [1, 2, 4], tunnel: [4] })
})

test('a tunnel flag of any kind becomes a yes or a no; words that mean no are a no', () => {
  expect([true, 1, 'true', '1', 'yes', 'on'].map(asTunnelFlag)).toEqual([true, true, true, true, true, true])
  expect([false, 0, null, undefined, '', 'false', 'FALSE', ' off ', 'no', '0', 'null'].map(asTunnelFlag)).toEqual(
    Array.from({ length: 11 }, () => false),
  )
  fc.assert(fc.property(fc.anything(), (value) => typeof asTunnelFlag(value) === 'boolean'))
})

test('settings with the name of a secret are removed; null keeps the stored value and adds none', () => {
  expect(
    ['wifi_key', 'apiKey', 'admin_password', 'PIN', 'sim.pin', 'token', 'psk', 'private_pem'].filter(
      (name) => !isSecretName(name),
    ),
  ).toEqual([])
  expect(['model', 'keyboard', 'spinner', 'server', 'pinned', 'monkeys'].filter(isSecretName)).toEqual([])
  const stored = { open: { model: 'a' }, secret: { wifi_key: 'k', pin: '1' } }
  expect(splitSettings({ model: 'b', wifi_key: null, token: null, pin: '2' }, stored)).toEqual({
    open: { model: 'b' },
    secret: { wifi_key: 'k', pin: '2' },
  })
  expect(splitSettings({ constructor: null, toString: null }, { open: {}, secret: {} })).toEqual({
    open: {},
    secret: {},
  })
})

test('only a list with more than one item is worth keeping', () => {
  expect([undefined, null, [], [1], {}, { a: 1 }, 'ab', 2].map(isWorthKeeping)).toEqual(
    Array.from({ length: 8 }, () => false),
  )
  expect([[1, 2], { a: 1, b: 2 }].map(isWorthKeeping)).toEqual([true, true])
})
