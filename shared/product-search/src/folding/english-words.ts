/**
 * English words of shops that are spelled as they are written. They are no spellings of Indian words ("thin" is not "tin", "deep" not
 * "dip"), no typing errors of each other ("shirt", "skirt"), and not two words ("carpet").
 */
export const englishWords: ReadonlySet<string> = new Set(
  `
  bath beach bead beam bean bear beard beech beef been beep beer beet bell belly bell berry best bet better big bigger bin bind birth
  bit bite bitter blood bloom blue boat body boil bolt bone book boom boost boot booth both bottle bottom bow bowl box boy brass bread
  breath breathe breed breeze brick broad broom broth brother brown brush bulb bull bullet bun burn butter button
  cable cake camel camp can candle candy canvas cap car card carpet carrot carry cart case cash cashew cat cell chain chair chalk cheek
  cheer cheese cheetah cherry chess chest chew chill choose chop clean clear clip clock clog cloth clothe clothes clothing clutch coal
  coast coat coffee cold collar comb cook cooker cookie cooking cookware cool cooler coop copper cord cork corn cot cotton couch cover
  cow cream creed creek creep crew crib crisp crochet crop cross crow crown cup curry curtain cut
  deck deed deep deer degree dessert dew dictionary dinner diner dip dish dog door dough dove down draw drawer dream dress drew drill
  drink drop drum dry duck dust duty
  earth earthen egg eight elder electric enamel enough ethnic
  fabric face fan farm feather feed feel feet fell felt fifth fill filling filing film filter fish fit five flag flat fleece floor flour
  flow flower flute fold food fool foot forth fork fourth frame free freeze freezer fresh fridge frock frog front fruit fry full fur
  gadget garden garlic gate geese gift ginger girl giver glass glitter glove glow glue goat gold good goose gown grain grape grass grater
  gray greed green greet grey grill grind groom ground grow growth
  hair half hall hammer hand handle hanger hat hawk head health heart heat heater heath heel help herb herd hill hobby hockey holder hole
  holy holly home honey hood hoodie hoof hook hoop horn horse hose hot house hut
  inn indoor iron ivory
  jacket jam jar jaw jeans jeep jelly jewel jug juice juicer
  keen keep keeper kettle key kid king kit kitchen kitten knee kneel knife knit knot kurti
  label lace ladder ladle lady lamb lamp lantern large latch later latter law lawn leaf leather leek left leg lemon length letter lid
  lift light lime linen liner lining lip lite litter lobby lock log loft long look loom loop loose loot lose low lower lunch
  made maid mail male mall man map marble mash mask mat match mate math matt matte matter meal measure meat meet melon melt memory men
  merry metal meter mill millet mirror mitten mixer mobile mood moon moose mop moth mother mould mouth mower muffin mug multi mushroom
  nail narrow nappy need needle new newborn noodle noon north nut
  oak oath oil olive onion orange oven over owl own
  pack pad paddle paint pair pallet palette pan panel pant paper park part party pass pasta paste pastry path paw peach peak pear pearl
  peel peeler pen pencil pepper pet phone photo pick pickle piece pig pillow pin pipe pit pizza plain plane plant plastic plate play
  plum pocket pole polish poll pool poor poppy port post pot pottery powder power present press pressure print proof pull pulley pump
  puppy purple purse push puzzle
  quick quilt quilted quiet
  rabbit rack radio rail rain raincoat rather razor red reed reef reel rest ribbon rice ring ripple road robe rock rod roll roller roof
  room root rose rough round row royal rubber rug rum runner rust
  sack safe sage sail salad salt sandal satchel satin sauce saucer saw scale scarf school scissor scoop score screen screw sea seat
  sea see seed seek seem seen sell serve set seven sew shade shape sharp shaw shawl sheep sheer sheet shelf shell shield shin ship shirt
  shoe shoot shop shopping short shoulder show shower shrug sieve silicone silk silver single sink sip sit size skillet skin skirt
  slate sleep sleeper sleeve slice slicer slim slip slipper slot slow small smell smooth snow soap sock sofa soft soot soup south spade
  spatula spice spin spool spoon spoke sport spray spread spring square squeeze stand star steak steal steam steamer steel steep stem
  step stew stick stiff still stir stitch stock stole stone stool stoop stop storage store stove straw street strap stretch string strip
  stripe strong stuff style sugar suit summer sun super supper supply sweat sweater sweep sweet swim swing sword swoop
  table tablet tail tall tally tan tap tape taper tapestry tattoo tea teal tee teen teeth tell ten tent test than that the their them
  then thermal thermos these thick thigh thin thing think third thirst this thong thorn those thread threat three threw thrift throat
  throne throw thrown thumb thunder tick tie tier tight tile till tin tip tissue toast toaster toe toilet toll tomb tool tooth top torch
  tote touch tow towel tower toy trail train tray tree trip trolley trouser trowel true trunk tube tunic tweed twist two tweezer
  umbrella under uniform upper utensil
  vale van vase veil velvet vest vet view vine violet
  wage waist wale walk wall wallet walnut wan wand wardrobe warm wash waste watch water wave wax way weak wear weather weave web wed
  weed week weep weft weigh weight well west wet whale wheat wheel where whip whisk whistle white whole wick wide width wig will willow
  win wind window wine wing winter wipe wire wish with wok woman women wood wooden woof wool woollen word work world worth wow wrap
  wreath wrist write writing
  yarn yellow yoga yoghurt yolk youth
  zebra zero zest zinc zip zipper zone zoo zoom
  `
    .trim()
    .split(/\s+/),
);

/** Words with an irregular singular, or with a British and an American spelling, and the word that stands for them. */
export const englishForms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    man: 'men',
    woman: 'women',
    ladies: 'lady',
    knives: 'knife',
    shelves: 'shelf',
    leaves: 'leaf',
    scarves: 'scarf',
    feet: 'foot',
    teeth: 'tooth',
    clothes: 'clothing',
    color: 'colour',
    colored: 'coloured',
    gray: 'grey',
    jewelry: 'jewellery',
    jewellry: 'jewellery',
    aluminum: 'aluminium',
    organizer: 'organiser',
    yogurt: 'yoghurt',
    woolen: 'woollen',
    enameled: 'enamelled',
    mold: 'mould',
  }),
);
