/**
 * docs/deploy/Containerfile, instruction by instruction. It has been built and run by hand (docs/deploy.md); where no
 * container program is, what its steps do is done by `npm run check:install` (the same commands, the same program, a
 * user without rights), and here the rest is held to the product.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../server/lib/config.ts'
import { GRACE_MS } from '../../server/start.ts'
import { INSTALL_STEPS } from './install-steps.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Instructions by stage; comments and empty lines are none. */
const stages = read('docs/deploy/Containerfile')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .reduce<{ word: string; rest: string }[][]>((all, line) => {
    const [word = '', ...rest] = line.split(' ')
    return word === 'FROM'
      ? [...all, [{ word, rest: rest.join(' ') }]]
      : [...all.slice(0, -1), [...(all.at(-1) ?? []), { word, rest: rest.join(' ') }]]
  }, [])
const [packages = [], image = []] = stages
const of = (stage: typeof packages, word: string) => stage.filter((one) => one.word === word).map(({ rest }) => rest)

test('both stages begin with Node 24, and the first does what an install is', () => {
  expect(stages.map(([first]) => first?.rest)).toEqual(['node:24-slim AS packages', 'node:24-slim'])
  expect(of(packages, 'RUN')).toEqual([...INSTALL_STEPS])
  for (const step of INSTALL_STEPS) expect(read('docs/deploy.md')).toContain(`\n   ${step} `)
})

test('the image runs the program of the service, as a user without rights who can write nothing but the data', () => {
  const exec = /^ExecStart=\/usr\/bin\/env (.+)$/m.exec(read('docs/deploy/aforo.service'))?.[1]
  expect(JSON.parse(of(image, 'CMD')[0] ?? '[]')).toEqual(exec?.split(' '))
  expect(of(image, 'USER')).toEqual(['1000:1000'])
  const environment = Object.fromEntries((of(image, 'ENV')[0] ?? '').split(' ').map((pair) => pair.split('=')))
  expect(environment).toEqual({ NODE_ENV: 'production', DATA_DIR: '/data', HOST: '0.0.0.0' })
  expect([of(image, 'VOLUME'), of(image, 'RUN')]).toEqual([['/data'], ['mkdir /data && chown 1000:1000 /data']])
  expect(of(image, 'COPY')).toEqual([`--from=packages ${of(packages, 'WORKDIR')[0]} .`])
  expect([of(image, 'STOPSIGNAL'), of(image, 'EXPOSE')]).toEqual([['SIGTERM'], ['8080']])
})

test('the check of its health says 0 for a server that is ready, 1 for one that is not, and for none', async () => {
  const [, command = '[]'] = (of(image, 'HEALTHCHECK')[0] ?? '').split(' CMD ')
  const [, flag = '', code = ''] = JSON.parse(command) as string[]
  let status = 200
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/api/health/ready' ? status : 404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(code).toContain('(process.env.PORT || 8080)')
  const check = async () =>
    (await once(spawn(process.execPath, [flag, code], { env: { PORT: `${port}` } }), 'exit'))[0] as number
  expect(await check()).toBe(0)
  status = 503
  expect(await check()).toBe(1)
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
  expect(await check()).toBe(1)
})

test('the commands of the docs keep the check of health, and let a server end by itself', () => {
  const { drainS } = readConfig(
    { SECRET_KEY: 'q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W', DATA_DIR: '/x' },
    'production',
  )
  for (const where of ['docs/deploy.md', 'docs/deploy/Containerfile']) {
    expect(read(where)).toContain('podman build --format docker -f ')
    const [, seconds] = /podman run -d .*--stop-timeout (\d+) /.exec(read(where)) ?? []
    expect(Number(seconds)).toBeGreaterThan(drainS + GRACE_MS / 1000 + 10)
  }
})
