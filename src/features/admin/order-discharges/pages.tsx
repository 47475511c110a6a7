import { dischargePages } from '../discharges/discharge-pages.tsx'

export default dischargePages('order')
