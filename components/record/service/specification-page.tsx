'use client'

import { Download } from 'lucide-react'
import { IntegrationPage } from '@/components/layout/integration-page'
import { TextWithSections } from '@/components/layout/section-link'
import { InterfaceSections } from '@/components/record/service/interface-sections'
import { buttonClass } from '@/components/ui/button'
import { KERBSIDE_ASKS, KERBSIDE_READS } from '@/lib/interface/prefixes'

export function SpecificationPage() {
  return (
    <IntegrationPage
      title="Integration"
      lead="The service’s specification in its own words, with Kerbside’s remarks marked as such."
      actions={
        <a href="/service.openapi.json" className={buttonClass()}>
          <Download aria-hidden className="size-4 shrink-0" />
          OpenAPI 3.1
        </a>
      }
    >
      <div className="text-sm">
        <TextWithSections
          text={`${KERBSIDE_READS} how Kerbside interprets a point that is left open.`}
        />
        <TextWithSections
          text={`${KERBSIDE_ASKS} a question that the specification does not answer.`}
        />
      </div>
      <InterfaceSections />
    </IntegrationPage>
  )
}
