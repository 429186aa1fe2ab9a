import { Fragment } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'

const of = [1, 2]

it('a text beside an element has one of its own, neighbouring texts together', () => {
  expect(
    renderToStaticMarkup(
      <p>
        <b>{1}</b> of {of.length} shown{null}
        {of.map((one) => (
          <Fragment key={one}>, {one}</Fragment>
        ))}
      </p>,
    ),
  ).toBe('<p><b>1</b><span> of 2 shown</span><span>, 1</span><span>, 2</span></p>')
})

it('texts alone are one text, which React sets as a whole', () => {
  const option = (
    <option>
      {1} of {2}
    </option>
  )
  // Two text nodes would have a comment between them.
  for (const write of [renderToString, renderToStaticMarkup])
    expect(write(option)).toBe('<option>1 of 2</option>')
})
