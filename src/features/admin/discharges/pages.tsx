import { dischargePages } from './discharge-pages.tsx'

export default dischargePages('client')
