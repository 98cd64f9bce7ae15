/**
 * Places of Indian PIN codes, offline: the first two digits are a postal circle, the first three a sorting district. The table
 * gives hints only. It holds a city where all codes of the prefix belong to it or to its surroundings.
 *
 * One row per state: its name, then the prefixes of its codes. A prefix has at most five digits and may name a city after a
 * colon. The longest prefix of a code decides. A prefix that a second state lists after `~` is shared with that state. The row of
 * its first state lists it too.
 * The table was compiled by hand and names no city where that was uncertain.
 */
const rows: readonly string[] = [
  'Delhi|11:New Delhi',
  'Haryana|12|13|121:Faridabad|122:Gurugram|124:Rohtak|125:Hisar|127:Bhiwani|131:Sonipat|132:Karnal|1321:Panipat|133:Ambala|1341:Panchkula|135:Yamunanagar|136:Kurukshetra|~140',
  'Punjab|14|15|140|141:Ludhiana|142:Moga|143:Amritsar|144:Jalandhar|145:Pathankot|146:Hoshiarpur|147:Patiala|148:Sangrur|151:Bathinda|152:Firozpur|~160',
  'Chandigarh|160:Chandigarh|~140',
  'Himachal Pradesh|17|171:Shimla|173:Solan|175:Mandi|176:Kangra|177:Hamirpur',
  'Jammu and Kashmir|18|19|180:Jammu|181:Jammu|182:Udhampur|184:Kathua|185:Rajouri|190:Srinagar|191:Srinagar|192:Anantnag|193:Baramulla',
  'Ladakh|194:Leh',
  'Uttar Pradesh|20|21|22|23|24|25|26|27|28|201:Ghaziabad|2013:Noida|202:Aligarh|203:Bulandshahr|204:Hathras|205:Mainpuri|206:Etawah|207:Etah|208:Kanpur|210:Banda|211:Prayagraj|221:Varanasi|222:Jaunpur|224:Ayodhya|225:Barabanki|226:Lucknow|228:Sultanpur|229:Raebareli|230:Pratapgarh|231:Mirzapur|233:Ghazipur|241:Hardoi|242:Shahjahanpur|243:Bareilly|244|245:Hapur|246|247|250:Meerut|251:Muzaffarnagar|261:Sitapur|262|271:Gonda|272:Basti|273:Gorakhpur|274:Deoria|275:Mau|276:Azamgarh|277:Ballia|281:Mathura|282:Agra|284:Jhansi|~263|~249',
  'Uttarakhand|248:Dehradun|249:Haridwar|263:Nainital|2476:Roorkee|~244|~246|~247|~262',
  'Rajasthan|30|31|32|33|34|301:Alwar|302:Jaipur|303:Jaipur|304:Tonk|305:Ajmer|306:Pali|307:Sirohi|311:Bhilwara|312:Chittorgarh|313:Udaipur|314:Dungarpur|321:Bharatpur|322:Sawai Madhopur|323:Bundi|324:Kota|326:Jhalawar|327:Banswara|328:Dholpur|331:Churu|332:Sikar|333:Jhunjhunu|334:Bikaner|335:Sri Ganganagar|341:Nagaur|342:Jodhpur|343:Jalore|344:Barmer|345:Jaisalmer',
  'Gujarat|36|37|38|39|360:Rajkot|361:Jamnagar|362:Junagadh|363:Surendranagar|364:Bhavnagar|365:Amreli|370:Kutch|380:Ahmedabad|3820:Gandhinagar|384:Mehsana|387:Nadiad|388:Anand|389:Godhra|390:Vadodara|391:Vadodara|392:Bharuch|394:Surat|395:Surat|396',
  'Dadra and Nagar Haveli and Daman and Diu|3962|~362|~396',
  'Maharashtra|40|41|42|43|44|400:Mumbai|4006:Thane|4007:Navi Mumbai|411:Pune|412:Pune|413:Solapur|415:Satara|416:Kolhapur|421:Thane|422:Nashik|424:Dhule|425:Jalgaon|431:Chhatrapati Sambhajinagar|440:Nagpur|441:Nagpur|443:Buldhana|4440:Akola|4446:Amravati|445:Yavatmal',
  'Goa|403|4030:Panaji',
  'Madhya Pradesh|45|46|47|48|450:Khandwa|451:Khargone|452:Indore|453:Indore|454:Dhar|455:Dewas|456:Ujjain|457:Ratlam|458:Mandsaur|460:Betul|462:Bhopal|464:Vidisha|465:Shajapur|466:Sehore|470:Sagar|471:Chhatarpur|472:Tikamgarh|474:Gwalior|476:Morena|477:Bhind|480:Chhindwara|482:Jabalpur|484:Shahdol|485:Satna|486:Rewa|487:Narsinghpur|488:Panna',
  'Chhattisgarh|49|490:Bhilai|491:Durg|492:Raipur|494:Jagdalpur|495:Bilaspur|496:Raigarh|497:Ambikapur',
  'Telangana|50|500:Hyderabad|502:Sangareddy|503:Nizamabad|504:Adilabad|505:Karimnagar|506:Warangal|507:Khammam|508:Nalgonda|509:Mahbubnagar',
  'Andhra Pradesh|51|52|53|515:Anantapur|516:Kadapa|517:Chittoor|5175:Tirupati|518:Kurnool|520:Vijayawada|522:Guntur|523:Ongole|524:Nellore|530:Visakhapatnam|532:Srikakulam|533|5330:Kakinada|5331:Rajahmundry|534:Eluru|535:Vizianagaram|~507',
  'Karnataka|56|57|58|59|560:Bengaluru|563:Kolar|570:Mysuru|572:Tumakuru|573:Hassan|575:Mangaluru|576:Udupi|5770:Davanagere|5772:Shivamogga|582:Gadag|583:Ballari|584:Raichur|585:Kalaburagi|586:Vijayapura|587:Bagalkot|590:Belagavi',
  'Tamil Nadu|60|61|62|63|64|600:Chennai|603:Chengalpattu|607|608|609|612:Kumbakonam|613:Thanjavur|620:Tiruchirappalli|622:Pudukkottai|623:Ramanathapuram|624:Dindigul|625:Madurai|626:Virudhunagar|627:Tirunelveli|628:Thoothukudi|629:Nagercoil|632:Vellore|636:Salem|637:Namakkal|638:Erode|639:Karur|641:Coimbatore|642:Pollachi|643:Ooty|~605',
  'Puducherry|605|6050:Puducherry|~533|~607|~609|~673',
  'Kerala|67|68|69|670:Kannur|671:Kasaragod|673:Kozhikode|676:Malappuram|678:Palakkad|680:Thrissur|682:Kochi|683:Ernakulam|685:Idukki|686:Kottayam|688:Alappuzha|689:Pathanamthitta|691:Kollam|695:Thiruvananthapuram',
  'Lakshadweep|68255',
  'West Bengal|70|71|72|73|74|700:Kolkata|711:Howrah|712:Hooghly|7132:Durgapur|7133:Asansol|721:Midnapore|722:Bankura|723:Purulia|731:Birbhum|732:Malda|734:Siliguri|735:Jalpaiguri|736:Cooch Behar|741:Nadia|742:Murshidabad',
  'Sikkim|737:Gangtok',
  'Andaman and Nicobar Islands|744:Port Blair',
  'Odisha|75|76|77|751:Bhubaneswar|752:Puri|753:Cuttack|756:Balasore|760:Berhampur|764:Koraput|765:Rayagada|768:Sambalpur|769:Rourkela',
  'Assam|78|781:Guwahati|782:Nagaon|784:Tezpur|785:Jorhat|786:Dibrugarh|788:Silchar',
  'Arunachal Pradesh|790|791:Itanagar|792|~786|~784',
  'Meghalaya|793:Shillong|794:Tura|~781',
  'Manipur|795:Imphal',
  'Mizoram|796:Aizawl',
  'Nagaland|797:Kohima|7971:Dimapur|798',
  'Tripura|799:Agartala',
  'Bihar|80|81|82|84|85|800:Patna|801:Patna|803:Nalanda|804:Jehanabad|805:Nawada|811:Munger|812:Bhagalpur|813|823:Gaya|841:Chhapra|842:Muzaffarpur|844:Vaishali|846:Darbhanga|847:Madhubani|848:Samastipur|851:Begusarai|852:Saharsa|~814',
  'Jharkhand|814|815:Giridih|816|822:Palamu|825:Hazaribagh|826:Dhanbad|827:Bokaro|828:Dhanbad|829:Ramgarh|831:Jamshedpur|832|833|834:Ranchi|835|~813',
  // Field post offices of the armed forces belong to no state.
  '|9',
];

/** The place of a PIN code. */
export interface PinPlace {
  /** Empty for a field post office, and where several states share the prefix. */
  state: string;
  /** Empty when the prefix covers several cities or states. */
  city: string;
}

const places = new Map<string, PinPlace>();
/** Other states that share a prefix, by prefix. */
const sharedWith = new Map<string, string[]>();
const stateNames = new Map<string, string>();

for (const row of rows) {
  const [state = '', ...prefixes] = row.split('|');
  stateNames.set(normalizeState(state), state);
  for (const entry of prefixes) {
    const [prefix = '', city = ''] = entry.split(':');
    if (prefix.startsWith('~')) sharedWith.set(prefix.slice(1), [...(sharedWith.get(prefix.slice(1)) ?? []), state]);
    else places.set(prefix, { state, city });
  }
}

/** Former and short names of states. */
const aliases = { orissa: 'Odisha', pondicherry: 'Puducherry', uttaranchal: 'Uttarakhand', newdelhi: 'Delhi' };
for (const [alias, state] of Object.entries(aliases)) stateNames.set(alias, state);

function normalizeState(state: string): string {
  return state
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^a-z]/g, '');
}

/** Finds the longest prefix of a code in the table. Empty when no Indian PIN code begins like this. */
const findPrefix = (pin: string): string =>
  [5, 4, 3, 2, 1].map((length) => pin.slice(0, length)).find((prefix) => places.has(prefix)) ?? '';

/**
 * Finds the place of a PIN code.
 *
 * @param pin Six digits.
 * @returns Undefined when no Indian PIN code begins like this.
 * @example findPinPlace('411001') // { state: 'Maharashtra', city: 'Pune' }
 */
export function findPinPlace(pin: string): PinPlace | undefined {
  const prefix = findPrefix(pin);
  return sharedWith.has(prefix) ? { state: '', city: '' } : places.get(prefix);
}

/**
 * Lists the states of a code that belongs to other states than the typed one.
 *
 * @returns Empty for a code that the typed state uses, and for a text that is not a name of a state, such as an abbreviation.
 * @example findOtherStates('160055', 'Karnataka') // ['Chandigarh', 'Punjab']
 */
export function findOtherStates(pin: string, typedState: string): string[] {
  const typed = stateNames.get(normalizeState(typedState));
  const prefix = findPrefix(pin);
  const states = [places.get(prefix)?.state ?? '', ...(sharedWith.get(prefix) ?? [])].filter(Boolean);
  return typed && !states.includes(typed) ? states : [];
}
