import { expect, test } from 'vitest'
import { handsOn, withoutFacades } from './no-facades.ts'

test('only a file that does nothing but hand exports on is one', () => {
  expect(handsOn('export{t as DashboardRoute,n as prepare,same}from"./dashboard-1.js";\n')).toEqual({
    from: 'dashboard-1.js',
    names: [
      ['DashboardRoute', 't'],
      ['prepare', 'n'],
      ['same', 'same'],
    ],
  })
  expect(
    [
      'import{a}from"./x.js";export{a}',
      'export{t as default}from"./x.js";console.log(1)',
      'var e=1;export{e as t}',
    ].map(handsOn),
  ).toEqual([null, null, null])
})

test('who imports it asks the file behind it, under the names that were asked for, and fetches nothing else', () => {
  const facades = new Map([
    [
      'route-1.js',
      {
        from: 'all-2.js',
        names: [
          ['Route', 't'],
          ['default', 'n'],
        ] as const,
      },
    ],
  ])
  expect(
    withoutFacades(
      'const d=["assets/route-1.js","assets/a.js"];load(()=>import(`./route-1.js`),d);import("./a.js")',
      facades,
    ),
  ).toBe(
    'const d=["assets/all-2.js","assets/a.js"];' +
      'load(()=>import(`./all-2.js`).then(e=>({Route:e.t,default:e.n})),d);import("./a.js")',
  )
})
