import { fieldRefusal } from '../requests/refusals.ts'

/** Common passwords of 6 characters or more, which attackers try first. */
const common = new Set(
  `
  123123 123321 123654 123789 147258 147852 159357 159753 159951 147147 258258 258369 321321 456456 456789 654123 741852
  741963 789456 789789 852456 963852 987456 101010 102030 110110 112233 112358 121212 123123123 123456a 123456q 123456789a
  131313 142536 151515 161616 171717 181818 191919 202020 212121 232323 242424 252525 272727 292929 313131 314159 323232
  343434 369369 420420 445566 454545 515151 525252 565656 585858 636363 676767 686868 696969 707070 717171 727272 747474
  757575 778899 787878 797979 808080 818181 828282 848484 858585 868686 878787 898989 909090 919191 969696 998877 445566
  100000 200000 010203 01234567 12344321 12345qwert 123qwe 123qweasd 123abc 123asd 12qwaszx 1234qwer 1q2w3e 1q2w3e4r
  1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1a2b3c 1a2b3c4d q1w2e3 q1w2e3r4 q1w2e3r4t5 qaz123 qazqaz qazwsx
  qazwsxedc qazxsw qwe123 qweasd qweasdzxc qweqwe qwer1234 qwert123 qwerty1 qwerty12 qwerty123 qwerty1234 qwertyui
  qwaszx asd123 asdasd asdf1234 asdfasdf asdzxc zaq12wsx zaq1zaq1 zaqwsx zaxscd zxc123 zxcvbnm1 zxczxc wsxedc
  !@#$%^ !@#$%^& !@#$%^&* 1234!@#$ password passwort passwords password! password0 password1 password2 password3 password9
  password01 password12 password123 password1234 password12345 passw0rd passw0rd1 p@ssword p@ssw0rd p@ssword1 p@ssw0rd1
  pa55word pa$$word pa$$w0rd pass123 pass1234 pass12345 passpass mypassword newpassword yourpassword thepassword
  contrasena parola senha123 motdepasse heslo123 salasana kennwort geheim losenord wachtwoord admin1 admin12 admin123
  admin1234 adminadmin administrator root123 rootroot toor123 letmein letmein1 letmein123 letmein! welcome welcome1
  welcome12 welcome123 welcome! login1 login123 loginlogin default changeme changeme1 changeme123 secret secret1
  secret12 secret123 secrets topsecret private access access1 access14 master master1 master123 system superuser
  superman superman1 batman batman1 spiderman ironman wolverine starwars startrek pokemon pikachu naruto nintendo mario1
  zelda1 minecraft fortnite roblox computer internet google google1 samsung android facebook youtube twitter instagram
  whatsapp microsoft windows windows7 oracle server testing test12 test123 test1234 testtest tester1 guest1 guest123
  user123 user1234 demo123 temp123 temppass abc123 abc1234 abc12345 abcd123 abcd1234 abcde1 abcabc a1b2c3 a1b2c3d4
  a123456 a12345678 a123456789 aa123456 aa12345678 aaa111 aaaaa1 aaabbb aabbcc iloveyou iloveyou1 iloveyou2 iloveyou!
  iloveu iloveu1 iloveme ilovemyself loveyou lovely lovelove loveme lover1 love123 forever forever1 babygirl babygirl1
  babyboy princess princess1 princesa prince1 queen1 angel1 angel123 angels angelina sweetheart sweety sweetie sunshine
  sunshine1 sunflower flower flower1 flowers butterfly rainbow rainbow1 summer summer1 summer01 spring winter autumn
  monday friday sunday january february september october november december football football1 baseball baseball1
  basketball softball soccer soccer1 hockey tennis volleyball cricket golfer golf123 liverpool liverpool1 arsenal
  arsenal1 chelsea chelsea1 barcelona realmadrid juventus manchester yankees cowboys steelers eagles patriots lakers
  packers rangers redsox dragon dragon1 dragon123 tigger tigger1 tiger1 tigers monkey monkey1 monkey12 donkey horses
  kitten kitty1 hellokitty puppy1 doggie chicken turtle dolphin panther phoenix falcon shadow shadow1 ginger pepper
  cookie cookie1 cookies banana orange cherry apple1 apples cheese coffee chocolate butter peanut pumpkin muffin candy1
  sugar1 honey1 honeybee michael michael1 michelle jordan jordan1 jordan23 jennifer jessica jessica1 ashley ashley1
  charlie charlie1 thomas robert daniel daniel1 andrew andrea anthony joshua matthew nicole jasmine jasmine1 hannah
  amanda samantha stephanie brandon justin taylor william george1 martin maggie bailey buster harley harley1 hunter
  hunter1 hunter2 killer killer1 ranger thunder mustang mustang1 ferrari porsche mercedes corvette yamaha suzuki toyota
  nissan camaro maverick trustno1 whatever whatever1 nothing nothing1 anything something blahblah asshole fuckyou
  fuckyou1 fuckoff fuckme biteme bitch1 pussy1 sexsex sexy123 playboy badboy badgirl gangsta hustler player player1
  gamer1 gaming ninja1 samurai warrior knight wizard merlin gandalf matrix mercury jupiter galaxy cosmos spirit freedom
  freedom1 liberty america american australia sydney london london1 england scotland canada france germany russia
  vietnam thailand malaysia singapore hongkong taiwan jakarta manila china1 chinese woaini woaini1314 woaini520 5201314
  1314520 7758521 iloveyou520 nihao123 wang1234 li123456 zhang123 sayang anjing bismillah mahalkita jesus1 jesus123 jesuschrist
  godisgood blessed blessing heaven church family family1 mother mother1 father mommy1 daddy1 brother sister friend
  friends friends1 lovers couple single married happy1 happy123 happiness smile1 lucky1 lucky7 lucky123 money1 money123
  diamond golden silver purple yellow orange1 green1 blue123 red123 black1 rocket pirate cowboy hammer guitar guitar1
  music1 metallica nirvana slipknot greenday beatles eminem rockyou rockstar rocknroll dancer singer artist purple1
  swordfish scooter scooby scooby1 snoopy garfield mickey mickey1 minnie disney cinderella barbie bubbles buddy1 boomer
  chester oliver oscar1 rocky1 sparky lucky13 success success1 winner winner1 champion number1 goodluck business
  company office manager student teacher school college university grocery groceries grocer shopping shopper customer
  checkout dumpling dumplings noodles ramen1 jasminerice lantern lanterns luckylantern
  `
    .trim()
    .split(/\s+/),
)

/** Rows of keys and letters: a part of one, in either direction, is not accepted as a password. */
const rows = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
]
const runs = rows.flatMap(row => [row, [...row].toReversed().join('')])

/**
 * Refuses a password that attackers try first.
 *
 * @param own - known about this customer and shop: the email address, the shop's name
 * @throws Refused softly 422
 */
export function refuseCommonPassword(password: string, own: readonly string[]): void {
  if (isCommon(password, own))
    throw fieldRefusal('password', 'This password is too easy to guess. Please choose another.')
}

function isCommon(password: string, own: readonly string[]): boolean {
  const text = password.toLowerCase()
  const known = own.flatMap(word => [word, word.split('@', 1)[0]!, word.replaceAll(/\s/g, '')])
  return (
    common.has(text) ||
    /^(.{1,3})\1+$/u.test(text) ||
    runs.some(run => run.includes(text)) ||
    known.some(word => word.toLowerCase() === text)
  )
}
