// Symbols under the names of SF Symbols, drawn for this page: outlines on a grid of 24 by 24.

const GLYPHS = {
  // Camera
  'camera': 'M4.500 7.500h3L9 5.500h6l1.500 2h3a1.500 1.500 0 0 1 1.500 1.500v8.500a1.500 1.500 0 0 1-1.500 1.500h-15A1.500 1.500 0 0 1 3 17.500V9a1.500 1.500 0 0 1 1.500-1.500ZM12 9.600a3.600 3.600 0 1 0 0 7.200 3.600 3.600 0 0 0 0-7.200Z',
  'video': 'M4.500 7h8.500A1.500 1.500 0 0 1 14.500 8.500v7A1.500 1.500 0 0 1 13 17H4.500A1.500 1.500 0 0 1 3 15.500v-7A1.500 1.500 0 0 1 4.500 7ZM14.500 11 20 7.500a.6.6 0 0 1 1 .5v8a.6.6 0 0 1-1 .5L14.500 13Z',
  'bolt': 'M13.500 2.500 5.500 13.500h5.800L10 21.500l8.500-11.500h-6.200Z',
  'flashlight.on': 'M8 9.500 6.500 7V4.500h11V7L16 9.500v9.500a1.500 1.500 0 0 1-1.500 1.500h-5A1.500 1.500 0 0 1 8 19ZM6.500 7h11M12 12v2.500',
  'timer': 'M12 4.500a8 8 0 1 1-6.900 4M12 4.500V8M8.500 9.500l4.300 4.200a1.300 1.300 0 0 1-1.800 1.800Z',
  'grid': 'M4 4h16v16H4ZM9.300 4v16M14.700 4v16M4 9.300h16M4 14.700h16',
  'viewfinder': 'M4 8.500V6a2 2 0 0 1 2-2h2.500M15.500 4H18a2 2 0 0 1 2 2v2.500M20 15.500V18a2 2 0 0 1-2 2h-2.500M8.500 20H6a2 2 0 0 1-2-2v-2.500',
  'text.viewfinder': 'M4 8.500V6a2 2 0 0 1 2-2h2.500M15.500 4H18a2 2 0 0 1 2 2v2.500M20 15.500V18a2 2 0 0 1-2 2h-2.500M8.500 20H6a2 2 0 0 1-2-2v-2.500M8 9.500h8M8 12.500h8M8 15.500h5',
  'barcode.viewfinder': 'M4 8.500V6a2 2 0 0 1 2-2h2.500M15.500 4H18a2 2 0 0 1 2 2v2.500M20 15.500V18a2 2 0 0 1-2 2h-2.500M8.500 20H6a2 2 0 0 1-2-2v-2.500M8 8.500v7M10.500 8.500v7M13 8.500v7M14.500 8.500v7M16.500 8.500v7',
  'barcode': 'M3.500 6v12M6 6v12M8 6v12M11 6v12M13 6v12M16 6v12M18 6v12M20.500 6v12',
  'camera.viewfinder': 'M4 8.500V6a2 2 0 0 1 2-2h2.500M15.500 4H18a2 2 0 0 1 2 2v2.500M20 15.500V18a2 2 0 0 1-2 2h-2.500M8.500 20H6a2 2 0 0 1-2-2v-2.500M7.500 9.500h2l1-1.200h3l1 1.200h2v6h-9ZM12 11a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3Z',
  'scope': 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 2v6M12 16v6M2 12h6M16 12h6',
  'livephoto': 'M12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5ZM12 6.200a5.800 5.800 0 1 0 0 11.600 5.800 5.800 0 0 0 0-11.600ZM12 2.800v.1M16.600 4v.1M20 7.400v.1M21.200 12v.1M20 16.600v.1M16.600 20v.1M12 21.200v.1M7.400 20v.1M4 16.600v.1M2.800 12v.1M4 7.400v.1M7.400 4v.1',
  'plusminus': 'M6 8h6M9 5v6M12.500 15.500h6M6.500 19 17.500 5',
  'aspectratio': 'M3.500 6h17v12h-17ZM6.500 11.500V9h3M17.500 12.500V15h-3',
  // Arrows
  'arrow.triangle.2.circlepath': 'M4.200 10.500A8 8 0 0 1 18 6.700l1.800 1.800M19.800 13.500A8 8 0 0 1 6 17.300l-1.800-1.800M20 4.200v4.300h-4.300M4 19.800v-4.300h4.300',
  'arrow.triangle.2.circlepath.camera': 'M4.500 7.500h3L9 5.500h6l1.500 2h3a1.500 1.500 0 0 1 1.500 1.500v8.500a1.500 1.500 0 0 1-1.500 1.500h-15A1.500 1.500 0 0 1 3 17.500V9a1.500 1.500 0 0 1 1.500-1.500ZM8.300 12.300a3.900 3.900 0 0 1 6.800-1.500l.6.6M15.800 9.400v2.100h-2.100M15.700 14a3.900 3.900 0 0 1-6.800 1.500l-.6-.6M8.200 17v-2.100h2.100',
  'arrow.clockwise': 'M19 8.500A8 8 0 1 0 20 12M19.500 4v4.700h-4.700',
  'arrow.counterclockwise': 'M5 8.500A8 8 0 1 1 4 12M4.500 4v4.700h4.700',
  'arrow.left.arrow.right': 'M7 4 3.500 7.500 7 11M3.500 7.500h14M17 13l3.500 3.500L17 20M20.500 16.500h-14',
  'arrow.up.arrow.down': 'M7.500 20V4M4 7.500 7.500 4 11 7.500M16.500 4v16M13 16.500l3.500 3.500 3.500-3.500',
  'arrow.up': 'M12 20V4M5.500 10.500 12 4l6.500 6.500',
  'arrow.down': 'M12 4v16M5.500 13.500 12 20l6.500-6.500',
  'arrow.right': 'M4 12h16M13.500 5.500 20 12l-6.500 6.500',
  'arrow.left': 'M20 12H4M10.500 5.500 4 12l6.500 6.500',
  'arrow.up.left.and.arrow.down.right': 'M10 10 4 4M4 9V4h5M14 14l6 6M20 15v5h-5',
  'arrow.down.right.and.arrow.up.left': 'M4 4l6 6M10 5v5H5M20 20l-6-6M14 19v-5h5',
  'chevron.right': 'm9 5 7 7-7 7', 'chevron.left': 'm15 5-7 7 7 7', 'chevron.down': 'm5 9 7 7 7-7', 'chevron.up': 'm5 15 7-7 7 7',
  'chevron.backward': 'm15 5-7 7 7 7', 'chevron.forward': 'm9 5 7 7-7 7', 'chevron.up.chevron.down': 'm7 9.500 5-5 5 5M7 14.500l5 5 5-5',
  'square.and.arrow.up': 'M12 15V3.500M8 7.200l4-3.700 4 3.700M8 10H6a1.500 1.500 0 0 0-1.500 1.500V19A1.500 1.500 0 0 0 6 20.500h12a1.500 1.500 0 0 0 1.500-1.500v-7.500A1.500 1.500 0 0 0 18 10h-2',
  'square.and.arrow.down': 'M12 3.500V15M8 11.300l4 3.700 4-3.700M8 8.500H6A1.500 1.500 0 0 0 4.500 10v9A1.500 1.500 0 0 0 6 20.500h12a1.500 1.500 0 0 0 1.500-1.500v-9A1.500 1.500 0 0 0 18 8.500h-2',
  'arrow.triangle.swap': 'M12 4 7 9h3.200c0 2.500 3.600 2.500 3.600 5.500H17l-5 5.500-5-5.500h3.200M17 9l-5-5M13.800 9H17',
  // Signs
  'xmark': 'M5.500 5.500l13 13M18.500 5.500l-13 13', 'checkmark': 'm4.500 13 5 5.500L19.500 6', 'plus': 'M12 4.500v15M4.500 12h15', 'minus': 'M4.500 12h15',
  'ellipsis': 'M5.500 12v.1M12 12v.1M18.500 12v.1', 'info': 'M12 7v.1M10.500 11H12v6M10 17h4', 'questionmark': 'M9 9a3 3 0 1 1 4.300 2.700c-.9.4-1.300 1-1.300 2v.5M12 17.500v.1',
  'exclamationmark': 'M12 6.500v7M12 17.200v.1', 'exclamationmark.triangle': 'M10.700 4.200 2.900 17.800A1.500 1.500 0 0 0 4.200 20h15.600a1.500 1.500 0 0 0 1.300-2.200L13.300 4.200a1.500 1.500 0 0 0-2.600 0ZM12 9.500v4.500M12 16.900v.1',
  'number': 'M9.500 4 7.500 20M16.500 4l-2 16M4.500 9h16M3.500 15h16', 'slash': 'M18.400 5.600 5.600 18.400',
  'line.3.horizontal': 'M4 7h16M4 12h16M4 17h16', 'line.3.horizontal.decrease': 'M4 7h16M7 12h10M10 17h4', 'list.bullet': 'M9 6.500h11.500M9 12h11.500M9 17.500h11.500M4.500 6.500v.1M4.500 12v.1M4.500 17.500v.1',
  'magnifyingglass': 'M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13ZM15.300 15.300l5.200 5.200',
  'plus.magnifyingglass': 'M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13ZM15.300 15.300l5.200 5.200M10.500 7.500v6M7.500 10.500h6', 'minus.magnifyingglass': 'M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13ZM15.300 15.300l5.200 5.200M7.500 10.500h6',
  // Things
  'gearshape': 'm10.300 3.200-.5 2.300-1.700.9-2.300-.7-1.700 3 1.700 1.600v2l-1.700 1.700 1.700 2.900 2.300-.7 1.700 1 .5 2.300h3.400l.5-2.300 1.700-1 2.300.7 1.700-2.900-1.700-1.700v-2l1.700-1.600-1.700-3-2.300.7-1.700-.9-.5-2.300ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  'slider.horizontal.3': 'M3.500 6.500h8M16.500 6.500h4M14 4v5M3.500 12h2.500M11 12h9.500M8.500 9.500v5M3.500 17.500h9M17.500 17.500h3M15 15v5',
  'photo': 'M4.500 5h15A1.500 1.500 0 0 1 21 6.500v11a1.500 1.500 0 0 1-1.500 1.500h-15A1.500 1.500 0 0 1 3 17.500v-11A1.500 1.500 0 0 1 4.500 5ZM3 16.500l5-5 4.500 4.500 2.500-2.500 6 5M15.500 8.500v.1',
  'photo.on.rectangle': 'M7.500 8h12A1.500 1.500 0 0 1 21 9.500v9a1.500 1.500 0 0 1-1.500 1.500h-12A1.500 1.500 0 0 1 6 18.500v-9A1.500 1.500 0 0 1 7.500 8ZM6 17l4-4 3.500 3.500 2-2 5.500 4.500M3 15.500v-9A2.500 2.500 0 0 1 5.500 4H17M17 11.500v.1',
  'photo.stack': 'M5 9h14a1.500 1.500 0 0 1 1.500 1.500v8A1.500 1.500 0 0 1 19 20H5a1.500 1.500 0 0 1-1.500-1.500v-8A1.500 1.500 0 0 1 5 9ZM3.500 18l5-4.500 4 3.500 2.500-2 5.500 4M6 6.300h12M8 3.700h8',
  'film': 'M4.500 4.500h15v15h-15ZM8.500 4.500v15M15.500 4.500v15M4.500 9.500h4M4.500 14.500h4M15.500 9.500h4M15.500 14.500h4M8.500 12h7',
  'trash': 'M4.500 6.500h15M9.500 6.500V4.200h5v2.300M6.500 6.500l.8 12.300a1.500 1.500 0 0 0 1.500 1.400h6.400a1.500 1.500 0 0 0 1.500-1.400l.8-12.300M10 10.500v6M14 10.500v6',
  'doc': 'M6.500 3h7L19 8.500V20a1 1 0 0 1-1 1H6.500a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM13.500 3v5.500H19', 'doc.text': 'M6.500 3h7L19 8.500V20a1 1 0 0 1-1 1H6.500a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM13.500 3v5.500H19M8.500 12.500h7M8.500 16h7',
  'doc.on.doc': 'M9 7h6l5 5v8a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1ZM15 7v5h5M5 17a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h8',
  'tablecells': 'M3.500 5h17v14h-17ZM3.500 9.700h17M3.500 14.300h17M9.500 5v14', 'curlybraces': 'M8.500 4C6 4 7.500 8.500 6.500 10.500 6 11.500 4.500 12 4.500 12s1.500.5 2 1.500C7.500 15.500 6 20 8.500 20M15.500 4c2.500 0 1 4.500 2 6.500.5 1 2 1.500 2 1.500s-1.500.5-2 1.500c-1 2 .5 6.500-2 6.500',
  'tray': 'M3.500 13 6.500 5h11l3 8v5a1.500 1.500 0 0 1-1.500 1.500H5A1.500 1.500 0 0 1 3.500 18ZM3.500 13H9a3 3 0 0 0 6 0h5.500', 'tray.full': 'M3.500 13 6.500 5h11l3 8v5a1.500 1.500 0 0 1-1.500 1.500H5A1.500 1.500 0 0 1 3.500 18ZM3.500 13H9a3 3 0 0 0 6 0h5.500M8.500 8h7M7.500 10.500h9',
  'books.vertical': 'M4 4.500h4.500v15H4ZM8.500 7.500H13v12H8.500ZM13.300 8.200l4.200-1.200 3 11.200-4.200 1.200ZM4 8.500h4.500M8.500 16H13', 'book': 'M12 6.500C10 5 7 4.500 3.500 4.500v13.500c3.500 0 6.500.5 8.500 2 2-1.500 5-2 8.500-2V4.500c-3.500 0-6.500.5-8.500 2ZM12 6.500V20',
  'book.closed': 'M7 3.500h12v14H7a2 2 0 0 0-2 2v-14a2 2 0 0 1 2-2ZM5 19.500a2 2 0 0 0 2 1.500h12v-3.500M8.500 3.500v14', 'text.book.closed': 'M7 3.500h12v14H7a2 2 0 0 0-2 2v-14a2 2 0 0 1 2-2ZM5 19.500a2 2 0 0 0 2 1.500h12v-3.500M10.500 7.500h5M10.500 10.500h5',
  'lock': 'M6.500 10.500h11A1.500 1.500 0 0 1 19 12v7a1.500 1.500 0 0 1-1.500 1.500h-11A1.500 1.500 0 0 1 5 19v-7a1.500 1.500 0 0 1 1.500-1.500ZM8 10.500V8a4 4 0 0 1 8 0v2.500', 'lock.open': 'M6.500 10.500h11A1.500 1.500 0 0 1 19 12v7a1.500 1.500 0 0 1-1.500 1.500h-11A1.500 1.500 0 0 1 5 19v-7a1.500 1.500 0 0 1 1.500-1.500ZM8 10.500V7.500a4 4 0 0 1 7.800-1.200',
  'hand.raised': 'M7.500 12V6.300a1.300 1.300 0 0 1 2.600 0V11M10.100 10.500V4.300a1.300 1.300 0 0 1 2.600 0v6.200M12.700 10.500V5.300a1.300 1.300 0 0 1 2.600 0v6.200M15.300 11.500V8.300a1.300 1.300 0 0 1 2.600 0V14.500a6.500 6.500 0 0 1-6.500 6.500c-2.500 0-4-1.200-5.200-3.200L3.800 13.700a1.400 1.400 0 0 1 2.300-1.500L7.500 14Z',
  'thermometer.medium': 'M9.500 13.800V5.500a2.500 2.500 0 0 1 5 0v8.300a4.500 4.500 0 1 1-5 0ZM12 9v7', 'thermometer.high': 'M9.500 13.800V5.500a2.500 2.500 0 0 1 5 0v8.300a4.500 4.500 0 1 1-5 0ZM12 5.500V16', 'thermometer.sun': 'M11.500 13.800V6a2 2 0 0 1 4 0v7.800a4 4 0 1 1-4 0ZM13.500 9v7M8 7.500A3.500 3.500 0 0 0 8 14M3 10.700h1.500M4.500 5.500l1 1M4.500 16l1-1',
  'sun.max': 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.500v2.300M12 19.200v2.300M2.500 12h2.300M19.200 12h2.300M5.300 5.300l1.600 1.600M17.100 17.100l1.600 1.600M5.300 18.700l1.600-1.600M17.100 6.900l1.600-1.600', 'sun.min': 'M12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7ZM12 4.500v.1M12 19.500v.1M4.500 12h.1M19.500 12h.1M6.700 6.700v.1M17.300 17.300v.1M6.700 17.300v.1M17.300 6.700v.1',
  'moon': 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500Z',
  'moon.zzz': 'M17 16.500A7.500 7.500 0 0 1 8.500 5 7.500 7.500 0 1 0 17 16.500ZM13 4h4l-4 4.500h4M18.500 9.500h2.500l-2.500 3H21', 'mic': 'M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3ZM5.500 11.500a6.500 6.500 0 0 0 13 0M12 18v3M8.500 21h7', 'speaker.wave.2': 'M4 9.500h3.500L12 5.500v13l-4.500-4H4ZM15 9a4.500 4.500 0 0 1 0 6M17.500 6.500a8 8 0 0 1 0 11', 'waveform': 'M4 10v4M7.200 7v10M10.400 4v16M13.600 8v8M16.800 5.500v13M20 10v4',
  'phone': 'M8.400 3.800 6 4.700c-1 .4-1.600 1.400-1.500 2.500C5.500 13.400 10.600 18.500 17 19.500c1.100.1 2.100-.5 2.500-1.500l.9-2.400a1 1 0 0 0-.5-1.300l-3.100-1.500a1 1 0 0 0-1.200.2L14 14.800c-2-1-3.800-2.800-4.800-4.800l1.700-1.500a1 1 0 0 0 .3-1.200L9.700 4.300a1 1 0 0 0-1.300-.5Z',
  'wifi': 'M2.800 9.500a13.500 13.500 0 0 1 18.400 0M6 13a9 9 0 0 1 12 0M9 16.300a4.600 4.600 0 0 1 6 0M12 19.300v.1', 'icloud': 'M7.500 18.500H17a4 4 0 0 0 .8-7.900A6 6 0 0 0 6.300 9.800 4.400 4.400 0 0 0 7.500 18.500Z', 'icloud.and.arrow.up': 'M8 17H7.500A4.200 4.200 0 0 1 6.300 8.800 6 6 0 0 1 17.800 9.600 3.800 3.800 0 0 1 17 17h-1M12 20.500V12M9 14.500l3-3 3 3',
  'network': 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17ZM3.500 12h17M12 3.500c-5 5-5 12 0 17M12 3.500c5 5 5 12 0 17', 'globe': 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17ZM3.500 12h17M12 3.500c-5 5-5 12 0 17M12 3.500c5 5 5 12 0 17',
  'clock': 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17ZM12 7.500V12l3.200 2', 'hourglass': 'M6.500 3.500h11M6.500 20.500h11M7.500 3.500c0 5 4.500 5.500 4.500 8.500s-4.500 3.500-4.500 8.500M16.500 3.500c0 5-4.500 5.500-4.500 8.500s4.500 3.500 4.500 8.500',
  'speedometer': 'M5.500 18.500a8.500 8.500 0 1 1 13 0M12 14.500l3.500-5M12 13.500v.1', 'gauge': 'M5.500 18.500a8.500 8.500 0 1 1 13 0M12 14.500l3.500-5', 'gauge.with.dots.needle.67percent': 'M5.500 18.500a8.500 8.500 0 1 1 13 0M12 14.500l3.500-5M12 13.500v.1M7 12v.1M9 8.500v.1', 'chart.xyaxis.line': 'M4 4v16h16M7.500 15.500 11 10.500l3 3 5-7', 'chart.line.uptrend.xyaxis': 'M4 4v16h16M7.500 15.500 11 10.500l3 3 5-7M15.500 6.500H19V10', 'cpu': 'M7 7h10v10H7ZM10 10h4v4h-4ZM9.500 3.500V7M14.500 3.500V7M9.500 17v3.500M14.500 17v3.500M3.500 9.500H7M3.500 14.500H7M17 9.500h3.500M17 14.500h3.500',
  'internaldrive': 'M3.500 13.500 6 6.500h12l2.500 7V17a1.500 1.500 0 0 1-1.500 1.500H5A1.500 1.500 0 0 1 3.500 17ZM3.500 13.500h17M17 16v.1', 'externaldrive': 'M3.500 9h17v6.500h-17ZM17 12.300v.1', 'iphone': 'M8.500 2.500h7A1.800 1.800 0 0 1 17.300 4.300v15.400a1.800 1.800 0 0 1-1.800 1.800h-7a1.800 1.800 0 0 1-1.800-1.800V4.300A1.800 1.800 0 0 1 8.500 2.500ZM10.800 5h2.400', 'ipad': 'M6 2.500h12v19H6ZM10.500 19h3',
  'person': 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.500 20.500c0-4 3.500-6 7.500-6s7.500 2 7.500 6', 'person.crop.rectangle': 'M4 5h16v14H4ZM12 8a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5ZM7.500 19c0-3 2-4.500 4.500-4.500s4.500 1.500 4.500 4.500',
  'eye': 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z', 'star': 'm12 3.500 2.600 5.600 6 .7-4.500 4.100 1.200 6L12 16.900l-5.300 3 1.200-6L3.400 9.800l6-.7Z', 'heart': 'M12 20S3.500 15 3.500 9A4.500 4.500 0 0 1 12 6.800 4.500 4.500 0 0 1 20.500 9C20.500 15 12 20 12 20Z', 'tag': 'M3.500 4.500v7l9 9 7-7-9-9ZM7.500 8v.1',
  'square': 'M5.500 4h13A1.500 1.500 0 0 1 20 5.500v13a1.500 1.500 0 0 1-1.500 1.500h-13A1.500 1.500 0 0 1 4 18.500v-13A1.500 1.500 0 0 1 5.500 4Z', 'circle': 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17Z', 'rectangle': 'M4.500 6h15A1.500 1.500 0 0 1 21 7.500v9a1.500 1.500 0 0 1-1.500 1.500h-15A1.500 1.500 0 0 1 3 16.500v-9A1.500 1.500 0 0 1 4.500 6Z', 'rectangle.portrait': 'M7.500 3h9A1.500 1.500 0 0 1 18 4.500v15a1.500 1.500 0 0 1-1.500 1.500h-9A1.500 1.500 0 0 1 6 19.500v-15A1.500 1.500 0 0 1 7.500 3Z',
  'square.grid.2x2': 'M4 4h7v7H4ZM13 4h7v7h-7ZM4 13h7v7H4ZM13 13h7v7h-7Z', 'square.on.square': 'M9 9h11v11H9ZM5.500 15H4V4h11v1.500', 'rectangle.on.rectangle': 'M8 9h13v10H8ZM5 15H3V5h13v1.500', 'rectangle.stack': 'M4 9h16v11H4ZM6 6h12M8 3.500h8',
  'rectangle.split.2x1': 'M4.500 5.500h15A1.500 1.500 0 0 1 21 7v10a1.500 1.500 0 0 1-1.500 1.500h-15A1.500 1.500 0 0 1 3 17V7a1.500 1.500 0 0 1 1.500-1.500ZM12 5.500v13', 'rectangle.split.1x2': 'M4.500 5.500h15A1.500 1.500 0 0 1 21 7v10a1.500 1.500 0 0 1-1.500 1.500h-15A1.500 1.500 0 0 1 3 17V7a1.500 1.500 0 0 1 1.500-1.500ZM3 12h18', 'square.split.1x2': 'M4 4h16v16H4ZM4 12h16', 'square.split.2x1': 'M4 4h16v16H4ZM12 4v16',
  'pip': 'M4.500 5h15A1.500 1.500 0 0 1 21 6.500v11a1.500 1.500 0 0 1-1.500 1.500h-15A1.500 1.500 0 0 1 3 17.500v-11A1.500 1.500 0 0 1 4.500 5ZM12.500 11.500h6v5h-6Z', 'pip.swap': 'M4.500 5h15A1.500 1.500 0 0 1 21 6.500v11a1.500 1.500 0 0 1-1.500 1.500h-15A1.500 1.500 0 0 1 3 17.500v-11A1.500 1.500 0 0 1 4.500 5ZM13.500 12.500h5v4h-5ZM6.500 8v4.500h4.500M6.500 8 11 12.500', 'pip.enter': 'M21 10V6.500A1.500 1.500 0 0 0 19.500 5h-15A1.500 1.500 0 0 0 3 6.500v11A1.500 1.500 0 0 0 4.500 19H10M12.500 12.500h8v6h-8ZM6 8l4 4M10 8.500V12H6.500', 'pip.exit': 'M21 10V6.500A1.500 1.500 0 0 0 19.500 5h-15A1.500 1.500 0 0 0 3 6.500v11A1.500 1.500 0 0 0 4.500 19H10M12.500 12.500h8v6h-8ZM10 12 6 8M6 11.500V8h3.500',
  'rectangle.inset.bottomright': 'M4.500 5h15A1.500 1.500 0 0 1 21 6.500v11a1.500 1.500 0 0 1-1.500 1.500h-15A1.500 1.500 0 0 1 3 17.500v-11A1.500 1.500 0 0 1 4.500 5ZM12.500 11.500h6v5h-6Z', 'rectangle.2.swap': 'M3.500 8h9v11h-9ZM15.500 5v9h5V5ZM12.500 5.500h-5M7.500 5.500 9 4M7.500 5.500 9 7M15 17.500h5M20 17.500 18.500 16M20 17.500 18.500 19', 'inset.filled.rectangle.and.person.filled': 'M4.500 5h15A1.500 1.500 0 0 1 21 6.500v11a1.500 1.500 0 0 1-1.500 1.500h-15A1.500 1.500 0 0 1 3 17.500v-11A1.500 1.500 0 0 1 4.500 5ZM12 8.500a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM8 17c0-2 1.800-3 4-3s4 1 4 3',
  'pause': 'M8.500 5v14M15.500 5v14', 'play': 'M7.500 4.500v15l12-7.500Z', 'stop': 'M6 6h12v12H6Z', 'record.circle': 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17ZM12 7.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9Z',
  'textformat.size': 'M3 18l4-11 4 11M4.300 14.500h5.400M12.500 18 17 5.500 21.500 18M14 14h6', 'textformat': 'M3 17.500 7.500 6 12 17.500M4.600 13.500h5.800M20.500 10.500v7M20.500 14a3.200 3.200 0 1 0 0 .1', 'paintbrush': 'M20 3.500 9.500 13l1.500 1.500L20.500 4ZM9 13.500c-3-.5-4 2-4 4-.5 1-1.500 1.500-2 1.500 2 1.500 8 1.500 8-3.500Z', 'link': 'M10 13.500a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700l-1.500 1.500M14 10.500a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1.500-1.500', 'server.rack': 'M4 4.500h16v6.500H4ZM4 13h16v6.500H4ZM7 7.700v.1M7 16.200v.1',
  'antenna.radiowaves.left.and.right': 'M12 11v9M9 20h6M8.500 11a4 4 0 0 1 7 0M5.500 8.500a8 8 0 0 1 13 0', 'memorychip': 'M5 8h14v8H5ZM8 8V5M12 8V5M16 8V5M8 16v3M12 16v3M16 16v3', 'keyboard': 'M3 6.500h18v11H3ZM6.500 10v.1M9.500 10v.1M12.500 10v.1M15.500 10v.1M8 14.500h8', 'hand.tap': 'M10 12.500V7a1.300 1.300 0 0 1 2.600 0v5l4 1c1.300.3 2 1.300 1.800 2.600L18 18.500c-.3 1.500-1.500 2.500-3 2.500h-2c-1.500 0-2.500-.8-3.200-2L7 14.800a1.300 1.300 0 0 1 2-1.600ZM7 8a4.500 4.500 0 1 1 8.600 0',
};

/** Names with their parts after others: in a circle, crossed out, or filled. */
const KNOCKED_OUT = new Set(['camera', 'photo', 'exclamationmark.triangle', 'gearshape', 'pip', 'rectangle.inset.bottomright', 'record.circle', 'arrow.triangle.2.circlepath.camera', 'lock', 'doc.text', 'book', 'books.vertical', 'tray.full', 'clock', 'video', 'pip.swap', 'internaldrive', 'thermometer.medium', 'flashlight.on', 'person.crop.rectangle']);

const line = (path) => `<path d="${path}"/>`;
let maskCount = 0;

/** The shape, filled but for the lines inside it. */
function filled(name, path) {
  const [outline, ...inner] = path.split(/(?<=[Zz])/);
  if (inner.join('') === '' || !KNOCKED_OUT.has(name)) return `<path d="${path}" fill="currentcolor"/>`;
  return knockedOut(`<path d="${outline}"/>`, line(inner.join('')));
}

function knockedOut(shape, lines) {
  maskCount += 1;
  return `<mask id="symbol-${maskCount}"><rect width="24" height="24" fill="#fff" stroke="none"/><g stroke="#000" fill="none">${lines}</g></mask>`
    + `<g mask="url(#symbol-${maskCount})" fill="currentcolor">${shape}</g>`;
}

const SMALL = 'translate(12 12) scale(.58) translate(-12 -12)';
const smaller = (path) => `<g transform="${SMALL}" stroke-width="2.900">${line(path)}</g>`;
const CIRCLE = GLYPHS.circle;

/** The SVG of a name; null for one that is not drawn here. */
export function symbolShapes(name) {
  if (GLYPHS[name]) return line(GLYPHS[name]);
  if (name.endsWith('.fill')) {
    const base = name.slice(0, -5);
    if (GLYPHS[base]) return filled(base, GLYPHS[base]);
    if (base.endsWith('.circle') && GLYPHS[base.slice(0, -7)]) return knockedOut(line(CIRCLE), smaller(GLYPHS[base.slice(0, -7)]));
    if (base.endsWith('.slash')) return crossed(symbolShapes(`${base.slice(0, -6)}.fill`));
    if (base.endsWith('.badge.automatic')) return automatic(symbolShapes(`${base.slice(0, -16)}.fill`));
    return symbolShapes(base);
  }
  if (name.endsWith('.filled')) return symbolShapes(`${name.slice(0, -7)}.fill`);
  if (name.endsWith('.circle') && GLYPHS[name.slice(0, -7)]) return line(CIRCLE) + smaller(GLYPHS[name.slice(0, -7)]);
  if (name.endsWith('.slash')) return crossed(symbolShapes(name.slice(0, -6)));
  if (name.endsWith('.badge.automatic')) return automatic(symbolShapes(name.slice(0, -16)));
  if (name.endsWith('.badge.ellipsis')) return badged(symbolShapes(name.slice(0, -15)), GLYPHS.ellipsis);
  if (name.endsWith('.badge.exclamationmark')) return badged(symbolShapes(name.slice(0, -22)), GLYPHS.exclamationmark);
  if (name === 'flashlight.off') return crossed(symbolShapes('flashlight.on'));
  if (/^\d+\.circle$/.test(name)) return line(CIRCLE) + digits(name);
  return null;
}

function digits(name) {
  return `<text x="12" y="16" text-anchor="middle" font-size="11" font-weight="600" fill="currentcolor" stroke="none">${Number.parseInt(name, 10)}</text>`;
}

function crossed(shapes) {
  if (!shapes) return null;
  maskCount += 1;
  return `<mask id="symbol-${maskCount}"><rect width="24" height="24" fill="#fff" stroke="none"/><path d="M4.500 2.500l17 17" stroke="#000" stroke-width="2.500"/></mask>`
    + `<g mask="url(#symbol-${maskCount})">${shapes}</g>${line('M3.500 3.500l17 17')}`;
}

/** A small sign in a filled circle at the lower right. */
function badged(shapes, path) {
  if (!shapes) return null;
  maskCount += 1;
  const circle = '<circle cx="18" cy="17.500" r="4.200"/>';
  return `<mask id="symbol-${maskCount}"><rect width="24" height="24" fill="#fff" stroke="none"/><circle cx="18" cy="17.500" r="5.600" fill="#000" stroke="none"/></mask>`
    + `<g mask="url(#symbol-${maskCount})">${shapes}</g>`
    + knockedOut(`<g stroke="none">${circle}</g>`, `<g transform="translate(18 17.500) scale(.3) translate(-12 -12)" stroke-width="5">${line(path)}</g>`);
}

function automatic(shapes) {
  if (!shapes) return null;
  return `<g transform="translate(-3.500 0)">${shapes}</g><text x="19" y="10" text-anchor="middle" font-size="9" font-weight="700" fill="currentcolor" stroke="none">A</text>`;
}

/** Draws the symbol of a name into an element. An unknown name is shown as such, and can be asked for by tests. */
export function drawSymbol(element, name) {
  if (!name) {
    element.replaceChildren();
    return;
  }
  const shapes = symbolShapes(name);
  element.toggleAttribute('data-unknown', !shapes);
  if (!shapes) {
    element.textContent = name;
    return;
  }
  element.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentcolor" stroke-width="1.700" stroke-linecap="round" stroke-linejoin="round">${shapes}</svg>`;
}
