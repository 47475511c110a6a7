import { expect, test } from 'vitest'
import { createClient } from './client.ts'
import { fleetApi } from './fleet.ts'

function answering(answers: Readonly<Record<string, { status?: number; body: unknown }>>) {
  const requests: string[] = []
  const call = async (address: string, init?: RequestInit) => {
    requests.push(`${init?.method ?? 'GET'} ${address}`)
    const { status = 200, body } = answers[address] ?? {
      status: 404,
      body: { code: 'ROUTE_NOT_FOUND', message: 'No.' },
    }
    return new Response(JSON.stringify(body), { status })
  }
  const api = fleetApi(
    createClient({
      tokens: { get: () => 'x', set: () => undefined, clear: () => undefined },
      onUnauthorized: () => undefined,
      fetch: call as unknown as typeof fetch,
    }),
  )
  return { api, requests }
}

const WIFI = { mac: '00:1E:42:0A:0B:0C', ssid: 's', hasPassword: true, updatedAt: 1 }

test('an object keyed by MAC becomes a list', async () => {
  const { api } = answering({ '/api/hubble/connection/wifi': { body: { [WIFI.mac]: WIFI } } })
  expect(await api.hub.wifi()).toEqual([WIFI])
})

test('the areas of a local are in data', async () => {
  const area = { id: 1, local: 2, name: 'Door', zone: 'sales', traffic: 'people', externalId: null, footscans: [] }
  const { api } = answering({ '/api/locals/2/areas-footscans': { body: { data: [area] } } })
  expect(await api.areas(2)).toEqual([area])
})

test('without a demo there are no simulated sensors; another failure is one', async () => {
  expect(await answering({}).api.simulated()).toBeNull()
  await expect(
    answering({
      '/api/demo/simulator': { status: 503, body: { code: 'STORE_UNAVAILABLE', message: 'No.' } },
    }).api.simulated(),
  ).rejects.toMatchObject({ status: 503 })
})

test('a tunnel is toggled by one call, also when its answer is lost', async () => {
  const { api, requests } = answering({
    [`/api/hubble/connection/ssh/${WIFI.mac}/tunnel/toggle`]: {
      status: 503,
      body: { code: 'HANDLER_TIMEOUT', message: 'Late.' },
    },
  })
  await expect(api.toggleTunnel(WIFI.mac)).rejects.toMatchObject({ status: 503 })
  expect(requests).toEqual([`PUT /api/hubble/connection/ssh/${WIFI.mac}/tunnel/toggle`])
})
