/**
 * Passwords that attackers try first, in lowercase: passwords that the yearly lists of leaked passwords have in common,
 * and words specific to this store. A separate rule covers repeated and consecutive characters.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  password password1 password12 password123 password1234 password! password01 passw0rd p@ssword p@ssw0rd pass123
  pass1234 passpass passwort passer passwords mypassword thepassword motdepasse contraseña contrasena senha123 hasło
  qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyu qwertyui qwertyuiop qwert123 qwe123 qweasd qweasdzxc
  qazwsx qazwsxedc qaz123 qazxsw zaq12wsx zaq1zaq1 1qaz2wsx 1qaz2wsx3edc 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3 q1w2e3r4
  q1w2e3r4t5 1qazxsw2 qwertz qwertz123 azerty azerty123 azertyuiop asdfgh asdfghj asdfghjkl asdf123 asdf1234 asdasd
  asdqwe asdzxc zxcvbn zxcvbnm zxcvbnm1 zxcasd zxczxc poiuyt mnbvcxz lkjhgf
  123123 123321 123123123 123321123 12341234 112233 11223344 121212 12121212 131313 101010 10101010 159753 159357
  147258 147258369 147852 789456 789456123 456123 456789123 741852 741852963 963852741 963852 852456 258456 258369
  123654 123654789 123789 321321 654321a 102030 10203040 1020304050 110110 112112 123qwe 123qweasd 123abc 123asd
  12qwaszx 1234qwer 12345a 12345q 123456a 123456q 123456z 123456abc 123456789a 1234567a 12345qwert a123456 a1234567
  a12345678 a123456789 q123456 z123456 aa123456 aa12345678 abc123 abc1234 abc12345 abcd1234 abcd123 abc123456 a1b2c3
  a1b2c3d4 aaa111 aabbcc abcabc 007007 696969 777888 520520 5201314 1314520 147147 159159 232323 252525 420420 456456
  515151 789789 987987 246810 135790 13579246 142536 1234554321 123454321 1122334455 0987654321a 00000001 19841984
  111222 111222333 112358 123000 199200 200000 252627 314159 3141592 31415926 20002000 19901990 12345678910
  1234567891 123456780 1234567899 1111111a 01234567890
  iloveyou iloveyou1 iloveyou2 iloveu ilovegod iloveme love123 loveyou lovely loveme lover1 mylove truelove
  teamomucho tequiero teamo123 jetaime schatz liebe123 amoreamore
  admin1 admin12 admin123 admin1234 administrator adminadmin root123 rootroot toor123 test12 test123 test1234 testing
  testtest tester guest123 user123 user1234 username login123 logmein letmein letmein1 letmein123 letmeinnow openup
  changeme change123 default default1 secret secret1 secret123 topsecret master master1 master123 server1 welcome
  welcome1 welcome12 welcome123 hello1 hello123 hellohello hellokitty hallo123 hello! access access14 trustno1 whatever
  whatever1 nothing nopassword nopass unknown temp123 temppass temporary computer internet samsung samsung1 google
  google1 google123 facebook facebook1 myspace myspace1 youtube twitter apple123 iphone windows microsoft linkedin
  adobe1 adobe123 photoshop macromedia minecraft pokemon pokemon1 naruto naruto1 starwars startrek superman superman1
  batman batman1 batman123 spiderman ironman matrix matrix1 merlin gandalf mustang ferrari porsche mercedes corvette
  harley yamaha yankees lakers dallas cowboys eagles1 steelers packers broncos raiders arsenal arsenal1 chelsea
  chelsea1 liverpool liverpool1 barcelona realmadrid juventus football football1 baseball baseball1 basketball soccer
  soccer1 hockey hockey1 golfer tennis jordan jordan1 jordan23 michael michael1 michelle jennifer jessica jessica1
  ashley ashley1 amanda andrea andrew andrew1 anthony anthony1 daniel daniel1 david1 charlie charlie1 matthew matthew1
  joshua joshua1 robert robert1 thomas thomas1 william william1 george george1 jordan12 justin justin1 brandon
  brandon1 nicole nicole1 samantha elizabeth victoria veronica christian christopher alexander alexandra alexis
  natasha patrick patrick1 hunter hunter1 hunter2 tigger tigger1 buster buster1 ginger cookie cookie1 pepper pepper1
  maggie maggie1 bailey bailey1 shadow shadow1 monkey monkey1 monkey12 monkey123 dragon dragon1 dragon123 princess
  princess1 princesa sunshine sunshine1 flower flower1 flowers butterfly rainbow summer summer1 winter winter1 spring
  autumn august october november december january friday sunday monday orange banana cheese chocolate chocolate1
  peanut coffee killer killer1 hunting fishing fuckyou fuckyou1 fuckoff fuckme asshole bitch1 biteme biteme1 bullshit
  blink182 ranger ranger1 phoenix thunder silver silver1 golden diamond diamond1 purple purple1 yellow maverick
  freedom freedom1 liberty america america1 canada london london1 england newyork chicago texas1 mexico brasil berlin
  jesus1 jesuschrist blessed1 heaven angel1 angel123 angels babygirl babygirl1 babyboy sweety sweetie sweetheart
  lovelove bubbles snoopy scooby garfield mickey1 mickey tinker barbie junior junior1 family family1 friends friend1
  forever forever1 together success loveme1 beautiful fucker 1234567890a gfhjkm zinch 3rjs1la7qe 1g2w3e4r
  g_czechout dubsmash vip123 x4ivygazkpv asd123 asd12345 qwer1234 qwerqwer wasdwasd woaini woaini1314 woaini520
  parola parola123 parole lozinka heslo123 salasana kennwort geheim geheim123 sandra marina nastya marcel pascal
  michal mateusz polska karolina monika bismillah indonesia sayang anhyeuem
  backlot backlot1 backlot123 footage footage1 filmmaker movies hollywood director
  `
    .trim()
    .split(/\s+/),
);
