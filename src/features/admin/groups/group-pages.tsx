/** Groups: who is in one, and what its members get besides their own. */
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Group } from '#schemas/generated/entities/group.ts'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { atMost, nameRules, notAmong } from '#ui'
import { PeopleIcon } from '#ui/icons/areas.tsx'
import { both } from '../both.ts'
import { FLAG_NAMES } from '../flag-names.ts'
import { lacking } from '../flag-groups.ts'
import { flagFieldMap } from '../server-errors.ts'
import { resourcePages } from '../resource/pages.tsx'
import { useAll, useClients } from '../use-admin-data.ts'
import { GroupFields, type GroupValues } from './group-fields.tsx'

const pages = resourcePages<Group, GroupValues, GroupValues, readonly [readonly Client[], readonly UserAccount[]]>({
  name: 'groups',
  words: 'admin:groups.',
  icon: PeopleIcon,
  collection: (api) => api.groups,
  also: ['users'],
  label: ({ name }) => name,
  columns: (t) => [
    { attr: 'name', label: t('admin:name') },
    { attr: 'description', label: t('admin:description') },
    { attr: 'members', label: t('admin:groups.members'), type: 'Number', value: ({ members }) => members.length },
    { attr: 'flags', label: t('admin:users.flagCount'), type: 'Number', value: ({ flags }) => flags.length },
    { attr: 'clients', label: t('admin:clients'), type: 'Number', value: ({ clients }) => clients.length },
  ],
  useLists: () => both(useClients(), useAll('users')),
  initial: { name: '', description: '', members: [], flags: [], clients: [] },
  valuesOf: ({ name, description, members, flags, clients }) => ({ name, description, members, flags, clients }),
  draftOf: (values) => ({ ...values, name: values.name.trim(), description: values.description.trim() }),
  rules: (t, others) => ({
    name: [...nameRules, notAmong(others.map(({ name }) => name)), atMost(120)],
    description: atMost(1000),
    flags: (flags) => {
      const [first] = lacking(flags)
      return first === undefined
        ? null
        : t('admin:flags.lacking', { name: t(FLAG_NAMES[first.flag]), needs: t(FLAG_NAMES[first.needs]) })
    },
  }),
  Fields: GroupFields,
  places: (t) => ({
    NAME_TAKEN: 'name',
    USER_NOT_FOUND: 'members',
    CLIENT_NOT_FOUND: 'clients',
    ...flagFieldMap(t),
  }),
})

export const GroupsPage = pages.ListPage
export const NewGroupPage = pages.NewPage
export const EditGroupPage = pages.EditPage
