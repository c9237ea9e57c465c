import { expect, test } from 'vitest'
import { scalablePicture } from '#contract/pictures'
import { picture } from '#src/ui/picture.ts'

test('a picture of the gateway offers its widths and has the colour of its background', () => {
  expect(picture('https://api.example/pictures/rice-front.0123456789abcdef/fbefcf/400', [160, 320], '60px')).toEqual({
    src: 'https://api.example/pictures/rice-front.0123456789abcdef/fbefcf/400',
    srcSet:
      'https://api.example/pictures/rice-front.0123456789abcdef/fbefcf/160 160w,' +
      'https://api.example/pictures/rice-front.0123456789abcdef/fbefcf/320 320w',
    sizes: '60px',
    style: { '--tone': '#fbefcf' },
  })
})

test('a picture without a background has no colour', () => {
  expect(picture('/pictures/banner-fresh.0123456789abcdef/none/1600', [640]).style).toBeFalsy()
})

test.each([
  'https://pictures.example/rice.jpg',
  '/pictures/rice-front.0123456789abcdef.svg',
  '/pictures/rice.01/fbefcf/400?size=2',
  '/pictures/rice.01/red;--x:1/400',
  '',
])('the picture %s is shown as it is', src => {
  expect(picture(src, [160], '60px')).toEqual({ src })
  expect(scalablePicture(src)).toBeNull()
})
