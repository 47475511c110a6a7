/** Brands: the list, a new one, and changing one. */
import { DEFAULT_LABEL } from '#domain/host-label'
import type { Brand } from '#schemas/generated/entities/brand.ts'
import { Button, Page, QueryState, toasts, useUi } from '#ui'
import { BrandIcon, TrashIcon } from '#ui/icons/index.tsx'
import { useNavigate, useParams } from 'react-router'
import { useAdmin } from '../admin-frame.tsx'
import { both } from '../both.ts'
import { PATHS } from '../paths.ts'
import { mapServerErrors, type FieldMap } from '../server-errors.ts'
import { useAll, useNothing, useOne, useRefresh } from '../use-admin-data.ts'
import { resourceList } from '../resource/list-page.tsx'
import { useRemoving } from '../use-removing.ts'
import { BrandForm } from './brand-form.tsx'
import { type BrandValues, COLOURS, draftOf, faintText, NEW_BRAND, valuesOf } from './brand-values.ts'

export const BrandsPage = resourceList<Brand, null>({
  name: 'brands',
  words: 'admin:brands.',
  icon: BrandIcon,
  collection: (api) => api.brands,
  label: ({ title }) => title,
  columns: (t) => [
    { attr: 'title', label: t('admin:brands.titleField') },
    {
      attr: 'label',
      label: t('admin:brands.label'),
      value: ({ label }) => (label === DEFAULT_LABEL ? t('admin:brands.everyHost') : label),
    },
    { attr: 'colours.primary', label: t('admin:colour.primary') },
    {
      attr: 'buttonStyle',
      label: t('admin:brands.buttonStyle'),
      options: {
        names: {
          round: t('admin:brands.style.round'),
          square: t('admin:brands.style.square'),
          pill: t('admin:brands.style.pill'),
        },
      },
    },
    { attr: 'identityProvider', label: t('admin:brands.provider'), type: 'BooleanCheck' },
    { attr: 'maintenance', label: t('admin:brands.inMaintenance'), type: 'BooleanCheck' },
  ],
  useLists: useNothing,
})

function useSaving(id?: number): {
  save: (values: BrandValues) => Promise<void>
  upload: (file: File) => Promise<string>
} {
  const { t, locale } = useUi()
  const { api, say } = useAdmin()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const places: FieldMap = {
    NAME_TAKEN: 'label',
    BRAND_IMAGE_NOT_FOUND: 'logoUrl',
    BRAND_CONTRAST_TOO_LOW: ({ colour, contrast, least }) => {
      const field = COLOURS.find((one) => one === colour)
      return field === undefined
        ? null
        : { field, text: faintText(t, locale, { contrast: Number(contrast), least: Number(least) }) }
    },
  }
  return {
    save: async (values) => {
      const draft = draftOf(values)
      const { title } = await mapServerErrors(
        id === undefined ? api.brands.add(draft) : api.brands.save(id, draft),
        places,
        say,
      )
      toasts.success(t('admin:saved', { name: title }))
      void navigate(PATHS.brands.list)
      void refresh('brands')
    },
    upload: async (file) => (await mapServerErrors(api.addImage(file), {}, say)).url,
  }
}

export function NewBrandPage() {
  const { t } = useUi()
  const saving = useSaving()
  const brands = useAll('brands')
  return (
    <Page title={t('admin:brands.newTitle')} back={{ href: PATHS.brands.list, label: t('admin:brands.title') }}>
      <QueryState of={brands} skeleton="form" isEmpty={() => false}>
        {(all) => <BrandForm initial={NEW_BRAND} taken={all.map(({ label }) => label)} {...saving} />}
      </QueryState>
    </Page>
  )
}

export function EditBrandPage() {
  const { t } = useUi()
  const id = Number(useParams().id)
  const saving = useSaving(id)
  const navigate = useNavigate()
  const removing = useRemoving('brands')
  const brand = useOne('brands', id)
  return (
    <Page
      title={brand.data?.title ?? t('admin:brands.one')}
      back={{ href: PATHS.brands.list, label: t('admin:brands.title') }}
    >
      <QueryState key={id} of={both(useAll('brands'), brand)} skeleton="form">
        {([all, data]) => (
          <BrandForm
            initial={valuesOf(data)}
            taken={all.filter((one) => one.id !== id).map(({ label }) => label)}
            {...saving}
          >
            <Button
              kind="quiet"
              icon={<TrashIcon />}
              onPress={() =>
                void removing(
                  id,
                  t('admin:brands.removeQuestion', { name: data.title }),
                  () => void navigate(PATHS.brands.list),
                )
              }
            >
              {t('admin:remove')}
            </Button>
          </BrandForm>
        )}
      </QueryState>
    </Page>
  )
}
