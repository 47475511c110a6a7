import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { expect, test } from 'vitest'
import { boardsOf } from './boards-of.tsx'

const board = (id: string, part: Partial<Dashboard> = {}): Dashboard => ({
  id,
  name: id,
  description: '',
  flags: [],
  audience: { to: 'onlyMe', ids: [] },
  owner: 9,
  ownerName: null,
  revision: 1,
  published: true,
  builtIn: false,
  provisioned: false,
  basedOn: null,
  updatedAt: 1,
  updatedBy: null,
  draft: false,
  mayEdit: false,
  folder: null,
  inSharedFolder: false,
  tags: [],
  starred: false,
  openedAt: null,
  preview: [],
  ...part,
})

test('favourites come first, then the last ones opened, then one’s own; others and unpublished ones stay in the list', () => {
  const shown = boardsOf(
    [
      board('stranger'),
      board('own', { owner: 1 }),
      board('old', { openedAt: 10 }),
      board('new', { openedAt: 20 }),
      board('starred', { starred: true, owner: 1 }),
      board('draft', { owner: 1, published: false }),
      board('product', { builtIn: true, owner: 1 }),
    ],
    1,
  )
  expect(shown.map(({ dashboard, why }) => [dashboard.id, why])).toEqual([
    ['starred', 'starred'],
    ['new', 'recent'],
    ['old', 'recent'],
    ['own', 'own'],
  ])
  expect(
    boardsOf(
      Array.from({ length: 20 }, (_, at) => board(`b${at}`, { starred: true })),
      1,
    ),
  ).toHaveLength(6)
})
