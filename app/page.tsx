import { SearchScreen } from '@/components/search/search-screen'

export default function MapPage() {
  return <SearchScreen />
}
