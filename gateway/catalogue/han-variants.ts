/**
 * Characters of food that are written in several ways: simplified and traditional Chinese, and Japanese. Each word is one character in all of
 * its forms, the simplified one first.
 */
const forms =
  '葱蔥 酱醬醤 饺餃 虾蝦 面麵麺 饼餅 鸡雞鶏 鱼魚 鸭鴨 鹅鵝 汤湯 团團糰 饭飯 蚝蠔 鲜鮮 姜薑 萝蘿 卜蔔 腌醃 ' +
  '腊臘 肠腸 咸鹹 盐鹽塩 红紅 绿綠緑 黄黃 龙龍竜 莲蓮 浆漿 凤鳳 兰蘭 冻凍 干乾 麦麥 荞蕎 烧燒焼 卖賣売 笼籠 ' +
  '馒饅 头頭 鳗鰻 贝貝 鲍鮑 鳕鱈 参參 苹蘋 醋酢 猪豬 酿釀醸 鲑鮭 鱿魷 黑黒 宽寬 担擔 细細 条條 粤粵 ' +
  '广廣広 东東 台臺 湾灣 韩韓 国國 热熱 锅鍋 熏燻 丝絲 笋筍 榨搾 马馬 铃鈴 荚莢 苋莧 荠薺 药藥薬 柠檸 榄欖 ' +
  '枣棗 杨楊 莓苺 杂雜雑 粮糧 谷穀 调調 发發 圆圓 气氣気 饮飲 绍紹 陈陳 罗羅 叶葉 银銀 粽糉 礼禮 节節 点點 ' +
  '层層 卷捲 滷卤 豆荳 芦蘆 荟薈 枫楓 软軟 块塊'

/** The forms of each character that has several. */
const formsOf = new Map(forms.split(' ').flatMap(word => [...word].map(one => [one, [...word]] as const)))

/** A text in simplified characters, as far as they are those of food. */
export const simplified = (text: string): string =>
  [...text].map(character => formsOf.get(character)?.[0] ?? character).join('')

/** A text of one or two characters in all forms of each, its own first. */
export function variantsOf(text: string): string[] {
  const variants = [...text].reduce<string[]>(
    (before, character) => before.flatMap(start => (formsOf.get(character) ?? [character]).map(form => start + form)),
    [''],
  )
  return [text, ...variants.filter(one => one !== text)]
}
